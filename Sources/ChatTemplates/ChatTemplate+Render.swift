import SwiftletJinja
public import SwiftletTokenizers

extension ChatTemplate {
  /// Writes a conversation.
  ///
  /// Text that the template writes may hold markers, and says so in its segments. What people, models and tools said is
  /// plain text in segments of its own, so nothing in it is ever taken for a marker.
  ///
  /// - Parameters:
  ///   - messages: The turns, in order; instructions count only at the beginning.
  ///   - tools: What the model may call.
  ///   - reasoning: Whether the model is to think, and how much; `nil` leaves it to the template.
  ///   - addingGenerationPrompt: Whether to go on up to where the model's answer begins.
  /// - Returns: The conversation, in pieces.
  /// - Throws: ``ChatTemplateError``
  public func render(
    _ messages: [ChatMessage], tools: [ToolDefinition] = [], reasoning: ReasoningEffort? = nil,
    addingGenerationPrompt: Bool
  ) throws(ChatTemplateError) -> [TextSegment] {
    let concernsTools = !tools.isEmpty || messages.contains(where: \.concernsTools)
    let messages = concernsTools ? prepared(messages, tools: tools) : messages
    guard let program else { return Self.plainText(messages) }
    let showsTools = traits.tools == .all || traits.tools == .definitions
    var variables = try variables(for: messages, tools: showsTools ? tools : [])
    if let reasoning { reasoning.add(to: &variables) }
    variables["add_generation_prompt"] = .boolean(addingGenerationPrompt)
    do {
      return try (concernsTools ? toolProgram ?? program : program).render(variables).map {
        TextSegment(text: $0.text, parsesSpecialTokens: $0.isTrusted)
      }
    } catch {
      throw .failed(error)
    }
  }

  /// The texts alone.
  private static func plainText(_ messages: [ChatMessage]) -> [TextSegment] {
    messages.enumerated().compactMap { index, message in
      guard !message.content.isEmpty || index > 0 && message.role != .assistant else { return nil }
      let text = index == 0 || message.role == .assistant ? message.content : "\n" + message.content
      return TextSegment(text: text, parsesSpecialTokens: false)
    }
  }
}

/// How much a model is to think.
public enum ReasoningEffort: Sendable, Hashable {
  /// Not at all.
  case off
  /// As much as the model's word for it says, such as `low`, `medium` or `high`.
  case level(String)

  /// Tells a template, which may listen to one of several names.
  fileprivate func add(to variables: inout JinjaDictionary) {
    let isOn = self != .off
    variables["enable_thinking"] = .boolean(isOn)
    variables["thinking"] = .boolean(isOn)
    if case .level(let level) = self { variables["reasoning_effort"] = .string(level) }
  }
}

extension ChatMessage {
  /// Whether the turn has a call or a result.
  var concernsTools: Bool { role == .tool || !toolCalls.isEmpty }
}

extension [TextSegment] {
  /// The whole text.
  public var text: String { map(\.text).joined() }
}
