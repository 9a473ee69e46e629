import SwiftletJinja
import SwiftletJSON

/// The detection of tool calls.
extension TemplateProbe {
  /// Detects the tool call format, and the form in which the template takes calls.
  func detectToolCalls(_ traits: inout TemplateTraits) {
    if source.contains(Harmony.channel), source.contains(Harmony.start), source.contains(Harmony.message) {
      traits.tools = .all
      traits.requiresEmptyContent = true
      traits.format.isHarmony = true
      traits.format.calls = nil
      return
    }
    guard let rendered = render([Self.user], traits, tools: shownTools) else { return }
    let rendersTools = rendered.contains(CallProbe.names[1])
    // The template extracts the name from the identifier.
    if source.contains("<|tool_call_argument_begin|>") { traits.identifiers = .numbered }
    for requiresEmptyContent in [false, true] {
      for takesArgumentsAsString in [false, true] {
        var attempt = traits
        attempt.requiresEmptyContent = requiresEmptyContent
        attempt.takesArgumentsAsString = takesArgumentsAsString
        guard let (format, header) = format(attempt), writesResults(attempt) else { continue }
        attempt.tools = !rendersTools ? .calls : format.arguments == .python ? .definitions : .all
        (attempt.format.calls, attempt.format.textHeader) = (format, header)
        if !header.isEmpty { detectReasoning(before: header, &attempt) }
        traits = attempt
        return
      }
    }
    guard rendersTools else { return }
    if let format = Self.knownFormat(in: rendered) {
      traits.tools = .definitions
      traits.format.calls = format
    } else if source.contains("<|tool_call|>") {
      // Granite 3.0's template has roles of its own for calls, whose text is the content, and for results.
      var attempt = traits
      (attempt.resultRole, attempt.requiresEmptyContent) = ("tool_response", true)
      guard writesResults(attempt) else { return }
      (traits.tools, traits.resultRole, traits.format.calls) = (.definitions, attempt.resultRole, Self.graniteFormat)
    }
  }

  /// The format of Granite 3: a list of objects after a tag.
  private static let graniteFormat = ToolCallFormat(
    opening: "<|tool_call|>[", beforeName: "{\"name\": \"", afterName: "\", \"arguments\": ", arguments: .json,
    afterArguments: "}", separator: ", ", closing: "]", placement: .anywhere(tag: "<|tool_call|>"))

  /// The format of a model whose template renders tool definitions but no calls, by characteristic texts.
  private static func knownFormat(in text: String) -> ToolCallFormat? {
    if text.contains("<|tool_list_start|>") || text.contains("List of tools: [") { return .pythonList }
    if text.contains("<tool_call>") { return .hermes }
    return text.contains("<|tool_call|>") ? graniteFormat : nil
  }

  /// The identifiers of two calls.
  func ids(_ traits: TemplateTraits) -> [String] {
    traits.identifiers == .numbered
      ? CallProbe.names.enumerated().map { "functions.\($1):\($0)" } : ["idA7idA7x", "idB8idB8y"]
  }

  /// An assistant message with `count` calls.
  func turn(calls count: Int, _ traits: TemplateTraits) -> JinjaValue? {
    let ids = ids(traits)
    var calls: [JinjaValue] = []
    for index in 0..<count {
      let text = CallProbe.arguments[index]
      guard let object = try? JinjaValue(json: text) else { return nil }
      let arguments = traits.takesArgumentsAsString ? .string(text) : object
      calls.append([
        "id": .string(ids[index]), "type": "function",
        "function": ["name": .string(CallProbe.names[index]), "arguments": arguments],
      ])
    }
    return [
      "role": "assistant", "content": traits.requiresEmptyContent ? "" : .none, "tool_calls": .list(calls),
    ]
  }

  /// The format of calls, and the header of text if answers consist of messages with a recipient.
  private func format(_ traits: TemplateTraits) -> (calls: ToolCallFormat, textHeader: String)? {
    let answer: JinjaValue = ["role": "assistant", "content": .string(Self.answer)]
    // Templates that mark the JSON text of an object as safe escape what they add to it, as in Jinja2; they are written
    // for arguments as text.
    guard let oneTurn = turn(calls: 1, traits), let twoTurn = turn(calls: 2, traits),
      let one = textAfterQuestion(render([Self.user, oneTurn], traits, tools: shownTools)), !one.contains("None"),
      !one.contains("&#34;"),
      let plain = textAfterQuestion(render([Self.user, answer], traits, tools: shownTools)),
      let range = plain.range(of: Self.answer)
    else { return nil }
    let two = textAfterQuestion(render([Self.user, twoTurn], traits, tools: shownTools))
    let prompt = textAfterQuestion(render([Self.user], traits, tools: shownTools, isPrompt: true)) ?? ""
    let around = (before: String(plain[..<range.lowerBound]), after: String(plain[range.upperBound...]))
    let tags = ["<think>", "</think>"] + (traits.format.reasoning.map { [$0.startTag, $0.endTag] } ?? [])
    func detected(hasTextHeader: Bool) -> ToolCallFormat? {
      CallProbe.format(
        one: one, two: two.flatMap { $0.contains(CallProbe.names[1]) ? $0 : nil }, text: around,
        hasTextHeader: hasTextHeader, prompt: prompt, ids: traits.identifiers == .numbered ? [] : ids(traits),
        reasoningTags: tags)
    }
    if let format = detected(hasTextHeader: false), roundTrips(format, one) { return (format, "") }
    // Calls without a tag can be told from text that begins with a header after the prompt.
    guard let header = around.before.suffix(after: prompt), !header.trimmed.isEmpty,
      let call = one.suffix(after: prompt),
      let format = detected(hasTextHeader: true), roundTrips(format, call, textHeader: header)
    else { return nil }
    return (format, header)
  }

  /// Returns true if parsing the rendered call with the format returns the original call.
  private func roundTrips(_ format: ToolCallFormat, _ text: String, textHeader: String = "") -> Bool {
    if format.arguments == .python { return true }
    var text = text
    if textHeader.isEmpty {
      let beginning = (format.opening + format.beforeName).prefix
      guard !beginning.isEmpty, let start = text.range(of: beginning.trimmed) else { return false }
      text = String(text[start.lowerBound...])
    }
    let tools = CallProbe.names.map {
      ToolDefinition(
        name: $0, description: "", parameters: JSONSchema(.object([])),
        argumentKinds: ["key_one": .string, "key_two": .other])
    }
    var parser = AnswerParser(AnswerFormat(calls: format, textHeader: textHeader), tools: tools, start: .content)
    guard var events = try? parser.append(text.utf8) else { return false }
    events += (try? parser.finish()) ?? []
    var arguments = ""
    for event in events { if case .arguments(let text) = event { arguments += text } }
    return events.contains(.callBegan(name: CallProbe.names[0]))
      && arguments.filter { !$0.isWhitespace } == CallProbe.arguments[0].filter { !$0.isWhitespace }
  }

  /// Returns true if the template renders tool results.
  private func writesResults(_ traits: TemplateTraits) -> Bool {
    guard let call = turn(calls: 1, traits) else { return false }
    return render([Self.user, call, result(traits)], traits, tools: shownTools, isPrompt: true)?
      .contains(Self.result) ?? false
  }
}

extension String {
  /// The rest after a prefix; `nil` if the string has another beginning or the prefix is empty.
  func suffix(after prefix: String) -> String? {
    guard !prefix.isEmpty, utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
