import SwiftletJinja

/// The conversion of messages to sequences that the template supports, apart from tools.
extension ChatTemplate {
  /// The messages with system messages only where the template renders them: others are merged into an earlier one.
  ///
  /// - Throws: ``ChatTemplateError/systemMessage(index:allowed:)`` if merging is disallowed, also into a user message.
  func placingSystemMessages(_ messages: [ChatMessage]) throws(ChatTemplateError) -> [ChatMessage] {
    if !traits.supportsSystemRole, !mergesSystemMessages, let index = messages.firstIndex(where: { $0.role == .system })
    {
      throw .systemMessage(index: index, allowed: nil)
    }
    let allowed = traits.supportsSystemRole ? traits.systemMessages : .first
    guard allowed != .anywhere else { return messages }
    var placed: [ChatMessage] = []
    /// The number of system messages at the beginning.
    var count = 0
    for (index, message) in messages.enumerated() {
      let isLeading = count == placed.count && (count == 0 || allowed == .leading)
      guard message.role == .system, !isLeading else {
        placed.append(message)
        if message.role == .system { count += 1 }
        continue
      }
      guard mergesSystemMessages else { throw .systemMessage(index: index, allowed: allowed) }
      if count == 0 {
        placed.insert(message, at: 0)
        count = 1
      } else {
        let texts = [placed[count - 1].content, message.content]
        placed[count - 1].content = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
      }
    }
    return placed
  }

  /// The messages without empty ones of the assistant, if the template refuses those.
  func removingEmptyAnswers(_ messages: [ChatMessage]) -> [ChatMessage] {
    guard !traits.allowsEmptyAnswers else { return messages }
    return messages.filter { $0.role != .assistant || !$0.content.isEmpty || !$0.toolCalls.isEmpty }
  }

  /// The messages with the identifier and the name of its call in each tool result.
  ///
  /// A result without an identifier belongs to the first call before it that has no result yet. Calls without an
  /// identifier get one.
  static func completingResults(_ messages: [ChatMessage]) -> [ChatMessage] {
    var messages = messages
    var names: [String: String] = [:]
    var unanswered: [ToolCall] = []
    var count = 0
    for index in messages.indices {
      for call in messages[index].toolCalls.indices {
        count += 1
        if messages[index].toolCalls[call].id.isEmpty { messages[index].toolCalls[call].id = "call_\(count)" }
        names[messages[index].toolCalls[call].id] = messages[index].toolCalls[call].name
      }
      if !messages[index].toolCalls.isEmpty { unanswered = messages[index].toolCalls }
      guard messages[index].role == .tool else { continue }
      let (id, name) = (messages[index].callID ?? "", messages[index].toolName ?? "")
      let call =
        id.isEmpty
        ? unanswered.first { name.isEmpty || $0.name == name }
        : unanswered.first { $0.id == id } ?? names[id].map { ToolCall(id: id, name: $0, arguments: "") }
      guard let call else { continue }
      unanswered.removeAll { $0.id == call.id }
      messages[index].callID = call.id
      if name.isEmpty { messages[index].toolName = call.name }
    }
    return messages
  }

  /// The messages with reasoning in their content, for templates that have no member for it.
  ///
  /// Such templates do not omit the reasoning of earlier turns, so only messages with tool calls after the last user
  /// message keep it.
  func writingReasoning(_ messages: [ChatMessage]) -> [ChatMessage] {
    guard let form = traits.reasoningInContent, let tags = format.reasoning else { return messages }
    let start = messages.lastIndex { $0.role == .user } ?? -1
    return messages.enumerated().map { index, message in
      guard let reasoning = message.reasoning, !reasoning.isEmpty else { return message }
      var message = message
      if index < start || message.toolCalls.isEmpty {
        message.reasoning = nil
      } else if form == .tags {
        let (opening, closing) = tags.textsAround
        message.reasoning = nil
        message.segments =
          [
            JinjaSegment(text: opening, isTrusted: true), JinjaSegment(text: reasoning, isTrusted: false),
            JinjaSegment(text: closing, isTrusted: true),
          ] + message.contentSegments
      }
      return message
    }
  }
}

extension ReasoningFormat {
  /// The texts before and after reasoning within a message, with the line breaks that models write.
  var textsAround: (opening: String, closing: String) { (startTag.trimmed + "\n", "\n" + endTag.trimmed + "\n\n") }
}
