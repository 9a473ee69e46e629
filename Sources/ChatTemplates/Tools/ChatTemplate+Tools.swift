import SwiftletJinja
import SwiftletJSON

extension ChatTemplate {
  /// The messages with tool calls and tool results converted to the forms that the template supports.
  func prepared(_ messages: [ChatMessage], tools: [ToolDefinition]) -> [ChatMessage] {
    let calls = format.calls ?? .genericJSON
    switch traits.tools {
    case .all, .calls:
      let messages = traits.tools == .all ? messages : Self.addingToolInstructions(tools, calls, to: messages)
      let allowsSingleCall = format.isHarmony || calls.separator == nil
      return allowsSingleCall ? Self.splittingCalls(messages, dropsContentBesideReasoning: format.isHarmony) : messages
    case .definitions: return messages.flatMap(renderingCalls)
    case .none: return Self.addingToolInstructions(tools, calls, to: Self.replacingToolTurns(messages))
    }
  }

  /// Splits messages with several tool calls, for templates that render only the first call of a message.
  private static func splittingCalls(_ messages: [ChatMessage], dropsContentBesideReasoning: Bool) -> [ChatMessage] {
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
      // The template of gpt-oss rejects messages with both; the reasoning is more relevant to the call.
      if dropsContentBesideReasoning, message.reasoning?.isEmpty == false { message.content = "" }
      for call in message.toolCalls {
        message.toolCalls = [call]
        turns.append(message)
        turns += results.filter { $0.callID == call.id }
        (message.content, message.reasoning) = ("", nil)
      }
    }
    return turns
  }

  /// Replaces the tool calls of a message by their text in the format of the model.
  private func renderingCalls(_ message: ChatMessage) -> [ChatMessage] {
    guard !message.toolCalls.isEmpty, let calls = format.calls else { return [message] }
    var turn = ChatMessage(role: .assistant, content: calls.rendered(message.toolCalls), reasoning: message.reasoning)
    turn.isTrusted = true
    guard !message.content.isEmpty else { return [turn] }
    turn.reasoning = nil
    return [ChatMessage(role: .assistant, content: message.content, reasoning: message.reasoning), turn]
  }
}

// MARK: - Templates without tools

extension ChatTemplate {
  /// Adds the tool definitions to the system message, for templates that do not render them.
  private static func addingToolInstructions(
    _ tools: [ToolDefinition], _ calls: ToolCallFormat, to messages: [ChatMessage]
  ) -> [ChatMessage] {
    guard !tools.isEmpty else { return messages }
    let text = toolInstructions(of: tools, calls)
    var turns = messages
    if turns.first?.role == .system {
      turns[0].content += "\n\n" + text
    } else {
      turns.insert(ChatMessage(role: .system, content: text), at: 0)
    }
    return turns
  }

  private static func toolInstructions(of tools: [ToolDefinition], _ calls: ToolCallFormat) -> String {
    let lines = tools.map { tool in
      "{\"name\": \(LiteralReader.string(tool.name.utf8)), "
        + "\"description\": \(LiteralReader.string(tool.description.utf8)), \"parameters\": \(tool.parameters.text)}"
    }
    return """
      You can call tools. To do so, answer with this and nothing else:
      \(calls.rendered([ToolCall(id: "", name: "NAME", arguments: "{}")]))
      Tools:
      \(lines.joined(separator: "\n"))
      """
  }

  /// Converts tool calls and tool results to JSON text, for templates without tool support.
  private static func replacingToolTurns(_ messages: [ChatMessage]) -> [ChatMessage] {
    var turns: [ChatMessage] = []
    var results: [String] = []
    func flushResults() {
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
      flushResults()
      var turn = message
      if !turn.toolCalls.isEmpty {
        let calls = ToolCallFormat.genericJSON.rendered(turn.toolCalls)
        turn.content = turn.content.isEmpty ? calls : turn.content + "\n" + calls
        turn.toolCalls = []
      }
      turns.append(turn)
    }
    flushResults()
    return turns
  }
}

extension ToolCallFormat {
  /// The text of tool calls in this format.
  ///
  /// Arguments are escaped so that they cannot spell a tag, because control tokens are parsed in the text.
  func rendered(_ calls: [ToolCall]) -> String {
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
  /// The fixed text, without identifiers and numbers.
  fileprivate var text: String { texts.joined() }
}

extension JinjaValue {
  /// The value as a Python literal.
  fileprivate var pythonLiteral: String {
    switch self {
    case .none: "None"
    case .boolean(let value): value ? "True" : "False"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .number(let text): text
    case .string(let text, _): LiteralReader.string(text.utf8).replacing("<", with: #"\u003c"#)
    case .segments(let segments): LiteralReader.string(segments.text.utf8).replacing("<", with: #"\u003c"#)
    case .list(let elements): "[" + elements.map(\.pythonLiteral).joined(separator: ", ") + "]"
    case .dictionary(let members):
      "{"
        + members.map { LiteralReader.string($0.name.utf8) + ": " + $0.value.pythonLiteral }.joined(separator: ", ")
        + "}"
    }
  }
}
