import Swiftlet
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletServer
import SwiftletTokenizers

extension Command {
  static let template = Command(
    name: "template", summary: "Print the prompt that the chat template makes of a conversation.",
    discussion: """
      Messages are a JSON array of {"role", "content"}, with "tool_calls" and "tool_call_id" as in the OpenAI API. Tools
      are a JSON array of {"name", "description", "parameters"}. --describe prints the detected properties of the
      template instead: the tool call format and the reasoning tags. The weights are not loaded.
      """,
    options: Option.modelFile + [
      Option("--messages", "FILE", "messages in JSON"), Option("--tools", "FILE", "tool definitions in JSON"),
      Option("--reasoning", "LEVEL", "reasoning effort: off, low, medium or high"),
      Option("--no-prompt", nil, "omit the generation prompt after the last message"),
      .refuseSystemMessages, Option("--describe", nil, "print the detected properties of the template"),
    ]
  ) { arguments in
    try arguments.requireAtMost(0)
    let metadata = try GGUFFile(path: try arguments.modelPath()).metadata
    var template = try ChatTemplate(
      source: metadata.string("tokenizer.chat_template"),
      toolSource: metadata.string("tokenizer.chat_template.tool_use"),
      vocabulary: try Tokenizer(metadata: metadata).vocabulary)
    if arguments.has("--describe") { return try Output.write(template.summary) }
    guard let path = arguments.string("--messages") else {
      throw UsageError(argument: "--messages", reason: "is missing; specify a JSON file")
    }
    let tools = try arguments.string("--tools").map { try ToolFile(path: $0).definitions } ?? []
    template.mergesSystemMessages = !arguments.has(Option.refuseSystemMessages.name)
    let segments = try template.render(
      ConversationFile(path: path).messages,
      tools: tools.map(\.templateDefinition),
      reasoning: arguments.string("--reasoning").map { $0 == "off" ? .off : .level($0) },
      addingGenerationPrompt: !arguments.has("--no-prompt"))
    try Output.write(segments.text)
  }
}

extension ChatTemplate {
  /// The detected properties of the template, one per line.
  fileprivate var summary: String {
    var lines = [
      "template: \(isPlain ? "none, plain text" : "Jinja")",
      "system prompt: \(traits.supportsSystemRole ? "own turn" : "before the first user message")",
      "tools: \(traits.tools)", "reasoning: \(format.reasoning.map { "\($0.startTag) … \($0.endTag)" } ?? "none")",
    ]
    if traits.supportsSystemRole, traits.systemMessages != .anywhere {
      lines[1] += traits.systemMessages == .first ? ", a single one" : ", at the beginning"
    }
    if !format.textHeader.isEmpty { lines.append("text: after \(format.textHeader.debugDescription)") }
    if format.isHarmony { lines.append("answers: harmony messages") }
    if let calls = format.calls {
      lines.append("tool call: \(calls.example.debugDescription)")
      lines.append("parallel tool calls: \(calls.separator == nil ? "no" : "yes")")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ToolCallFormat {
  /// An example call with placeholders.
  fileprivate var example: String {
    func text(_ marker: CallMarker) -> String {
      marker.parts.map { part in
        switch part {
        case .text(let text): text
        case .identifier: "ID"
        case .number: "NUMBER"
        case .name: "NAME"
        }
      }.joined()
    }
    return text(opening) + text(beforeName) + "NAME" + text(afterName) + "ARGUMENTS" + text(afterArguments)
      + text(closing)
  }
}
