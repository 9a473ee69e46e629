public import SwiftletJSON
public import SwiftletTokenizers

extension ChatTemplate {
  /// Renders a conversation whose last message, one of the assistant, is continued by the answer.
  ///
  /// The prompt ends directly after the content of that message, without the text by which the template ends it: the
  /// message is rendered with a mark behind its content, and the prompt ends before the mark. A message with reasoning
  /// and no content, or with content that begins with reasoning and does not end it, is continued in its reasoning.
  ///
  /// - Parameters:
  ///   - messages: The messages in order.
  ///   - tools: The definitions of the tools that the model may call.
  ///   - reasoning: The reasoning effort; `nil` for the default of the template.
  ///   - variables: Further variables of the template; see ``render(_:tools:reasoning:variables:addingGenerationPrompt:)``.
  /// - Returns: The segments of the prompt, and the part of an answer in which they end.
  /// - Throws: ``ChatTemplateError``, of which ``ChatTemplateError/cannotContinue(reason:)`` says that there is no such
  ///   message or that the template does not render it as it is.
  public func renderContinuing(
    _ messages: [ChatMessage], tools: [ToolDefinition] = [], reasoning: ReasoningEffort? = nil,
    variables: [String: JSONValue] = [:]
  ) throws(ChatTemplateError) -> (segments: [TextSegment], start: AnswerStart) {
    guard let last = messages.last, last.role == .assistant else {
      throw .cannotContinue(reason: "the last message is not one of the assistant")
    }
    guard last.toolCalls.isEmpty else { throw .cannotContinue(reason: "the last message has tool calls") }
    guard !format.isHarmony else {
      throw .cannotContinue(reason: "answers of the model consist of several messages")
    }
    if let thought = openReasoning(of: last) {
      let prompt = try render(
        Array(messages.dropLast()), tools: tools, reasoning: reasoning, variables: variables,
        addingGenerationPrompt: true)
      return (try prompt + opening(after: prompt, for: thought), .reasoning)
    }
    let mark = Self.mark(for: messages)
    var marked = messages
    marked[marked.count - 1].content += mark
    let segments = try render(
      marked, tools: tools, reasoning: reasoning, variables: variables, addingGenerationPrompt: false)
    let content = shown(last.content)
    guard let prompt = Self.prompt(segments, endingAt: mark), Array(prompt.text.utf8).ends(with: content) else {
      throw .cannotContinue(reason: "the chat template does not render the last message as it is")
    }
    return (prompt, content.isEmpty ? format.start(after: prompt.text) : .text)
  }

  /// The reasoning of a message that has not ended; `nil` if its content follows.
  private func openReasoning(of message: ChatMessage) -> String? {
    guard let tags = format.reasoning else { return nil }
    let content = Array(message.content.utf8).trimmedAtStart
    let opening = Array(tags.startTag.trimmed.utf8)
    if content.starts(with: opening), content.ranges(of: tags.endTag.trimmed.utf8).isEmpty {
      return String(decoding: content.dropFirst(opening.count).trimmedAtStart, as: UTF8.self)
    }
    guard content.isEmpty, let reasoning = message.reasoning, !reasoning.isEmpty else { return nil }
    return String(decoding: Array(reasoning.utf8).trimmedAtStart, as: UTF8.self)
  }

  /// The segments that begin reasoning behind a prompt.
  private func opening(after prompt: [TextSegment], for thought: String) throws(ChatTemplateError) -> [TextSegment] {
    let text = thought.isEmpty ? [] : [TextSegment(text: thought, parsesSpecialTokens: false)]
    guard let tags = format.reasoning else { return text }
    switch format.start(after: prompt.text) {
    case .reasoning: return text
    case .beginning: return [TextSegment(text: tags.textsAround.opening, parsesSpecialTokens: true)] + text
    case .content, .text:
      throw .cannotContinue(reason: "the last message is reasoning, which the request turns off")
    }
  }

  /// The content after its reasoning, without the white space before it, which templates may change.
  private func shown(_ content: String) -> [UInt8] {
    let bytes = Array(content.utf8)
    let end = format.reasoning.flatMap { bytes.ranges(of: $0.endTag.trimmed.utf8).last?.upperBound } ?? 0
    return Array(bytes[end...].trimmedAtStart)
  }

  /// A text that is in none of the messages.
  private static func mark(for messages: [ChatMessage]) -> String {
    var number = 7
    while messages.contains(where: { !$0.content.utf8.ranges(of: "CONTINUED_\(number)_".utf8).isEmpty }) {
      number += 1
    }
    return "CONTINUED_\(number)_"
  }

  /// The segments before a mark; `nil` unless it is in them once, in the content of a message.
  private static func prompt(_ segments: [TextSegment], endingAt mark: String) -> [TextSegment]? {
    guard segments.text.utf8.ranges(of: mark.utf8).count == 1 else { return nil }
    for (index, segment) in segments.enumerated() {
      guard let range = segment.text.utf8.firstRange(of: mark.utf8) else { continue }
      if segment.parsesSpecialTokens { return nil }
      let text = String(segment.text[..<range.lowerBound])
      let cut = text.isEmpty ? [] : [TextSegment(text: text, parsesSpecialTokens: false)]
      return Array(segments[..<index]) + cut
    }
    return nil
  }
}
