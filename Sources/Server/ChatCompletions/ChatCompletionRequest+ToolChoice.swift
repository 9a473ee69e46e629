import Swiftlet
import SwiftletJSON

extension JSONFields {
  /// Returns the tool definitions, also those of OpenAI's older form `functions`.
  func tools(includingOlderForms older: Bool) throws(FieldError) -> [Transcript.ToolDefinition] {
    let functions = older ? try elements("functions") ?? [] : []
    return try ToolDefinitions(try elements("tools") ?? functions).definitions
  }

  /// Returns the mode of `tool_choice`; removes the tools that it does not allow.
  func toolCallingMode(
    _ tools: inout [Transcript.ToolDefinition], includingOlderForms older: Bool
  ) throws(FieldError) -> GenerationOptions.ToolCallingMode? {
    let name = older && member("tool_choice") == nil ? "function_call" : "tool_choice"
    guard let choice = member(name) else { return nil }
    let path = path(of: name)
    if let word = choice.string {
      let mode = try Self.mode(word, tools, at: path)
      // Without their definitions, the model neither writes calls nor is its text read as one.
      if mode == .disallowed { tools = [] }
      return mode
    }
    let fields = try JSONFields(choice, at: path)
    // The members of the Responses API are not nested.
    let isFlat = try fields.text("type") == "allowed_tools"
    guard let allowed = try fields.fields("allowed_tools") ?? (isFlat ? fields : nil) else {
      try Self.keep([fields], of: &tools)
      return .required
    }
    guard let elements = try allowed.elements("tools"), !elements.isEmpty else {
      throw FieldError(allowed.path(of: "tools"), "found none, expected at least one tool")
    }
    var names: [JSONFields] = []
    for (index, element) in elements.enumerated() {
      names.append(try JSONFields(element, at: "\(allowed.path(of: "tools")).\(index)"))
    }
    try Self.keep(names, of: &tools)
    return try Self.mode(allowed.text("mode") ?? "auto", tools, at: allowed.path(of: "mode"))
  }

  private static func mode(
    _ word: String, _ tools: [Transcript.ToolDefinition], at path: String
  ) throws(FieldError) -> GenerationOptions.ToolCallingMode? {
    switch word {
    case "auto": return nil
    case "none": return .disallowed
    case "required":
      guard !tools.isEmpty else { throw FieldError(path, "found required, and there are no tools") }
      return .required
    default: throw FieldError(path, "found \(word.prefix(40)), expected auto, none, required or a function")
    }
  }

  /// Removes all tools but those that `choices` name.
  static func keep(
    _ choices: [JSONFields], of tools: inout [Transcript.ToolDefinition]
  ) throws(FieldError) {
    var names: Set<String> = []
    for choice in choices {
      guard let name = try (choice.fields("function") ?? choice).text("name") else {
        throw FieldError(choice.path, "no \"name\" of a function")
      }
      guard tools.contains(where: { $0.name == name }) else {
        throw FieldError(choice.path, "found \(name.prefix(40)), and there is no tool of that name")
      }
      names.insert(name)
    }
    tools.removeAll { !names.contains($0.name) }
  }
}
