import SwiftletJinja
import SwiftletJSON

extension ChatTemplate {
  /// The turns as the template can write them: calls and results in the form in which it knows them.
  func prepared(_ messages: [ChatMessage], tools: [ToolDefinition]) -> [ChatMessage] {
    let calls = format.calls ?? .prompted
    switch traits.tools {
    case .all, .calls:
      let messages = traits.tools == .all ? messages : Self.explaining(tools, calls, to: messages)
      let onlyOne = format.isHarmony || calls.separator == nil
      return onlyOne ? Self.oneCallEach(messages, keepsThoughtAlone: format.isHarmony) : messages
    case .definitions: return messages.flatMap(written)
    case .none: return Self.explaining(tools, calls, to: Self.prompted(messages))
    }
  }

  /// A call and its result at a time, for templates that drop all calls of a turn but the first.
  private static func oneCallEach(_ messages: [ChatMessage], keepsThoughtAlone: Bool) -> [ChatMessage] {
    var turns: [ChatMessage] = []
    var index = 0
    while index < messages.count {
      var message = messages[index]
      index += 1
      guard !message.toolCalls.isEmpty else {
        turns.append(message)
        continue
      }
      var results: [ChatMessage] = []
      while index < messages.count, messages[index].role == .tool {
        results.append(messages[index])
        index += 1
      }
      // The template of gpt-oss refuses to write both, and the thought is what led to the call.
      if keepsThoughtAlone, message.reasoning?.isEmpty == false { message.content = "" }
      for call in message.toolCalls {
        message.toolCalls = [call]
        turns.append(message)
        turns += results.filter { $0.callID == call.id }
        (message.content, message.reasoning) = ("", nil)
      }
    }
    return turns
  }

  /// A turn whose calls are what the model said, word for word.
  private func written(_ message: ChatMessage) -> [ChatMessage] {
    guard !message.toolCalls.isEmpty, let calls = format.calls else { return [message] }
    var turn = ChatMessage(role: .assistant, content: calls.written(message.toolCalls), reasoning: message.reasoning)
    turn.isTrusted = true
    guard !message.content.isEmpty else { return [turn] }
    turn.reasoning = nil
    return [ChatMessage(role: .assistant, content: message.content, reasoning: message.reasoning), turn]
  }
}

// MARK: - Templates without tools

extension ChatTemplate {
  /// Adds to the instructions what a model is told whose template does not show tools.
  private static func explaining(
    _ tools: [ToolDefinition], _ calls: ToolCallFormat, to messages: [ChatMessage]
  ) -> [ChatMessage] {
    guard !tools.isEmpty else { return messages }
    let text = explanation(of: tools, calls)
    var turns = messages
    if turns.first?.role == .system {
      turns[0].content += "\n\n" + text
    } else {
      turns.insert(ChatMessage(role: .system, content: text), at: 0)
    }
    return turns
  }

  private static func explanation(of tools: [ToolDefinition], _ calls: ToolCallFormat) -> String {
    let lines = tools.map { tool in
      "{\"name\": \(LiteralReader.string(tool.name.utf8)), "
        + "\"description\": \(LiteralReader.string(tool.description.utf8)), \"parameters\": \(tool.parameters.text)}"
    }
    return """
      You can call tools. To do so, answer with this and nothing else:
      \(calls.written([ToolCall(id: "", name: "NAME", arguments: "{}")]))
      Tools:
      \(lines.joined(separator: "\n"))
      """
  }

  /// Turns without tools that say the same.
  private static func prompted(_ messages: [ChatMessage]) -> [ChatMessage] {
    var turns: [ChatMessage] = []
    var results: [String] = []
    func endResults() {
      guard !results.isEmpty else { return }
      let text = "{\"tool_results\": [\(results.joined(separator: ", "))]}"
      turns.append(ChatMessage(role: .user, content: text))
      results = []
    }
    for message in messages {
      if message.role == .tool {
        let name = LiteralReader.string((message.toolName ?? "").utf8)
        results.append("{\"name\": \(name), \"output\": \(LiteralReader.string(message.content.utf8))}")
        continue
      }
      endResults()
      var turn = message
      if !turn.toolCalls.isEmpty {
        let calls = ToolCallFormat.prompted.written(turn.toolCalls)
        turn.content = turn.content.isEmpty ? calls : turn.content + "\n" + calls
        turn.toolCalls = []
      }
      turns.append(turn)
    }
    endResults()
    return turns
  }
}

extension ToolCallFormat {
  /// The text of some calls.
  ///
  /// Arguments are written so that they spell no tag, because the text around them may be full of control tokens.
  func written(_ calls: [ToolCall]) -> String {
    let texts = calls.map { call in
      let arguments = call.arguments.replacing("<", with: #"\u003c"#)
      let text = self.arguments == .python ? Self.pythonArguments(arguments) : arguments
      return beforeName.text + call.name + afterName.text + text + afterArguments.text
    }
    return opening.text + texts.joined(separator: separator?.text ?? "\n") + closing.text
  }

  private static func pythonArguments(_ json: String) -> String {
    guard case .dictionary(let members)? = try? JinjaValue(json: json) else { return "" }
    return members.map { $0.name + "=" + $0.value.pythonLiteral }.joined(separator: ", ")
  }
}

extension CallMarker {
  /// The text, without what varies.
  fileprivate var text: String { texts.joined() }
}

extension JinjaValue {
  /// The value in Python's syntax.
  fileprivate var pythonLiteral: String {
    switch self {
    case .none: "None"
    case .boolean(let value): value ? "True" : "False"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text, _): LiteralReader.string(text.utf8).replacing("<", with: #"\u003c"#)
    case .list(let elements): "[" + elements.map(\.pythonLiteral).joined(separator: ", ") + "]"
    case .dictionary(let members):
      "{"
        + members.map { LiteralReader.string($0.name.utf8) + ": " + $0.value.pythonLiteral }.joined(separator: ", ")
        + "}"
    }
  }
}
