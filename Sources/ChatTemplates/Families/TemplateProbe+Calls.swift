import SwiftletJinja
import SwiftletJSON

/// Calls of tools.
extension TemplateProbe {
  /// Finds how tools are called, and how the template takes calls.
  func findCalls(_ traits: inout TemplateTraits) {
    if source.contains(Harmony.channel), source.contains(Harmony.start), source.contains(Harmony.message) {
      traits.tools = .all
      traits.takesEmptyText = true
      traits.format.isHarmony = true
      traits.format.calls = nil
      return
    }
    guard let shown = text([Self.user], traits, tools: Self.tools) else { return }
    let isShown = shown.contains(CallProbe.names[1])
    // The template takes the name from the identifier.
    if source.contains("<|tool_call_argument_begin|>") { traits.identifiers = .numbered }
    for takesEmptyText in [false, true] {
      for takesArgumentsAsText in [false, true] {
        var attempt = traits
        attempt.takesEmptyText = takesEmptyText
        attempt.takesArgumentsAsText = takesArgumentsAsText
        guard let format = format(attempt), writesResults(attempt) else { continue }
        attempt.tools = !isShown ? .calls : format.arguments == .python ? .definitions : .all
        attempt.format.calls = format
        traits = attempt
        return
      }
    }
    if isShown, let format = Self.named(in: shown) {
      traits.tools = .definitions
      traits.format.calls = format
    }
  }

  /// The format of a model whose template shows tools but does not write calls.
  private static func named(in text: String) -> ToolCallFormat? {
    if text.contains("<|tool_list_start|>") || text.contains("List of tools: [") { return .pythonList }
    if text.contains("<tool_call>") { return .hermes }
    guard text.contains("<|tool_call|>") else { return nil }
    return ToolCallFormat(
      opening: "<|tool_call|>[", beforeName: "{\"name\": \"", afterName: "\", \"arguments\": ", arguments: .json,
      afterArguments: "}", separator: ", ", closing: "]", place: .anywhere(tag: "<|tool_call|>"))
  }

  /// The identifiers of two calls.
  private func ids(_ traits: TemplateTraits) -> [String] {
    traits.identifiers == .numbered
      ? CallProbe.names.enumerated().map { "functions.\($1):\($0)" } : ["idA7idA7x", "idB8idB8y"]
  }

  /// A turn with some calls.
  private func turn(calls count: Int, _ traits: TemplateTraits) -> JinjaValue? {
    let ids = ids(traits)
    var calls: [JinjaValue] = []
    for index in 0..<count {
      let text = CallProbe.arguments[index]
      guard let object = try? JinjaValue(json: text) else { return nil }
      let arguments = traits.takesArgumentsAsText ? .string(text) : object
      calls.append([
        "id": .string(ids[index]), "type": "function",
        "function": ["name": .string(CallProbe.names[index]), "arguments": arguments],
      ])
    }
    return [
      "role": "assistant", "content": traits.takesEmptyText ? "" : .none, "tool_calls": .list(calls),
    ]
  }

  private func format(_ traits: TemplateTraits) -> ToolCallFormat? {
    let answer: JinjaValue = ["role": "assistant", "content": .string(Self.answer)]
    guard let oneTurn = turn(calls: 1, traits), let twoTurn = turn(calls: 2, traits),
      let one = ending(text([Self.user, oneTurn], traits, tools: Self.tools)), !one.contains("None"),
      let plain = ending(text([Self.user, answer], traits, tools: Self.tools)),
      let place = plain.range(of: Self.answer)
    else { return nil }
    let two = ending(text([Self.user, twoTurn], traits, tools: Self.tools))
    let prompt = ending(text([Self.user], traits, tools: Self.tools, isPrompt: true)) ?? ""
    let around = (before: String(plain[..<place.lowerBound]), after: String(plain[place.upperBound...]))
    let format = CallProbe.format(
      one: one, two: two.flatMap { $0.contains(CallProbe.names[1]) ? $0 : nil }, text: around, prompt: prompt,
      ids: traits.identifiers == .numbered ? [] : ids(traits),
      thoughts: ["<think>", "</think>"] + (traits.format.reasoning.map { [$0.begin, $0.end] } ?? []))
    guard let format, isRight(format, one, calls: 1) else { return nil }
    return format
  }

  /// Whether a format reads a call as what was written.
  private func isRight(_ format: ToolCallFormat, _ text: String, calls: Int) -> Bool {
    if format.arguments == .python { return true }
    let beginning = (format.opening + format.beforeName).prefix
    guard !beginning.isEmpty, let start = text.range(of: beginning.trimmed) else { return false }
    let tools = CallProbe.names.map {
      ToolDefinition(
        name: $0, description: "", parameters: JSONSchema(.object([])),
        argumentKinds: ["key_one": .string, "key_two": .other])
    }
    var parser = AnswerParser(AnswerFormat(calls: format), tools: tools, start: .content)
    guard var events = try? parser.append(text[start.lowerBound...].utf8) else { return false }
    events += (try? parser.finish()) ?? []
    var arguments = ""
    for event in events { if case .arguments(let text) = event { arguments += text } }
    return events.contains(.callBegan(name: CallProbe.names[0]))
      && arguments.filter { !$0.isWhitespace } == CallProbe.arguments[0].filter { !$0.isWhitespace }
  }

  /// Whether the template writes the result of a call.
  private func writesResults(_ traits: TemplateTraits) -> Bool {
    guard let call = turn(calls: 1, traits) else { return false }
    let result: JinjaValue = [
      "role": "tool", "name": .string(CallProbe.names[0]), "tool_call_id": .string(ids(traits)[0]),
      "content": .string(Self.result),
    ]
    return text([Self.user, call, result], traits, tools: Self.tools, isPrompt: true)?.contains(Self.result) ?? false
  }
}
