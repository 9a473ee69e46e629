import SwiftletJinja
import SwiftletJSON

extension ChatTemplate {
  /// The messages with tool calls and tool results converted to the forms that the template supports.
  func prepared(_ messages: [ChatMessage], tools: [ToolDefinition]) -> [ChatMessage] {
    let calls = format.calls ?? .genericJSON
    switch traits.tools {
    case .all, .calls:
      let complete = traits.tools == .all ? messages : Self.addingToolInstructions(tools, calls, to: messages)
      let messages = writingReasoning(complete).flatMap(separatingText)
      let allowsSingleCall = format.isHarmony || calls.separator == nil
      return allowsSingleCall ? Self.splittingCalls(messages, joinsContentToReasoning: format.isHarmony) : messages
    case .definitions: return writingReasoning(messages).flatMap(renderingCalls)
    case .none: return Self.addingToolInstructions(tools, calls, to: Self.replacingToolTurns(messages))
    }
  }

  /// Separates the text of a message from its tool calls, for templates that refuse messages with both.
  private func separatingText(_ message: ChatMessage) -> [ChatMessage] {
    guard !message.toolCalls.isEmpty, !message.contentSegments.isEmpty, traits.textBesideCalls != .together else {
      return [message]
    }
    var (text, calls) = (message, message)
    (calls.content, calls.segments, calls.reasoning) = ("", nil, nil)
    text.toolCalls = []
    switch traits.textBesideCalls {
    case .together: return [message]
    case .apart: return [text, calls]
    case .written:
      let written = (format.calls ?? .genericJSON).rendered(message.toolCalls)
      text.segments = message.contentSegments + [JinjaSegment(text: written, isTrusted: true)]
      return [text]
    case .omitted:
      calls.reasoning = message.reasoning
      return [calls]
    }
  }

  /// Splits messages with several tool calls, for templates that render only the first call of a message.
  private static func splittingCalls(_ messages: [ChatMessage], joinsContentToReasoning: Bool) -> [ChatMessage] {
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
      // The template of gpt-oss rejects messages with both, and renders text alone as reasoning.
      if joinsContentToReasoning, let reasoning = message.reasoning, !reasoning.isEmpty, !message.content.isEmpty {
        (message.reasoning, message.content) = (reasoning + "\n\n" + message.content, "")
      }
      for call in message.toolCalls {
        message.toolCalls = [call]
        turns.append(message)
        turns += results.filter { $0.callID == call.id }
        (message.content, message.segments, message.reasoning) = ("", nil, nil)
      }
    }
    return turns
  }

  /// Replaces the tool calls of a message by their text in the format of the model.
  private func renderingCalls(_ message: ChatMessage) -> [ChatMessage] {
    guard !message.toolCalls.isEmpty, let calls = format.calls else { return [message] }
    let written = JinjaSegment(text: calls.rendered(message.toolCalls), isTrusted: true)
    var turn = ChatMessage(role: .assistant, content: written.text, reasoning: message.reasoning)
    turn.segments = (message.segments ?? []) + [written]
    guard message.segments == nil, !message.content.isEmpty else { return [turn] }
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
    """
    You can call tools. To do so, answer with this and nothing else:
    \(calls.rendered([ToolCall(id: "", name: "NAME", arguments: "{}")]))
    Tools:
    \(tools.map(\.text).joined(separator: "\n"))
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
    let texts = calls.enumerated().map { index, call in
      let arguments = call.arguments.replacing("<", with: #"\u003c"#)
      let text = self.arguments == .python ? Self.pythonArguments(arguments) : arguments
      let (before, after) = (beforeName.text(of: call, index), afterName.text(of: call, index))
      return before + call.name + after + text + afterArguments.text(of: call, index)
    }
    return opening.texts.joined() + texts.joined(separator: separator?.texts.joined() ?? "\n")
      + closing.texts.joined()
  }

  private static func pythonArguments(_ json: String) -> String {
    guard case .dictionary(let members)? = try? JinjaValue(json: json) else { return "" }
    return members.map { $0.name + "=" + $0.value.pythonLiteral }.joined(separator: ", ")
  }
}

extension CallMarker {
  /// The text in a call, with its identifier, index and name.
  fileprivate func text(of call: ToolCall, _ index: Int) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .identifier: CallIdentifiers.alphanumeric(call.id)
      case .number: String(index)
      case .name: call.name
      }
    }.joined()
  }
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
