import SwiftletJinja
public import SwiftletJSON
public import SwiftletTokenizers

extension ChatTemplate {
  /// Renders a conversation.
  ///
  /// The segments that come from the template may contain control tokens and are marked so. The content of messages is
  /// plain text in segments of its own, in which control tokens are never parsed.
  ///
  /// - Parameters:
  ///   - messages: The messages in order. System messages where the template does not allow them are merged into
  ///     others, see ``mergesSystemMessages``. Tool results without a name get that of their call.
  ///   - tools: The definitions of the tools that the model may call.
  ///   - reasoning: The reasoning effort; `nil` for the default of the template.
  ///   - others: Further variables of the template, which replace those of the reasoning effort, but none of
  ///     ``conversationVariables``.
  ///   - addingGenerationPrompt: True if the prompt ends with the generation prompt of an assistant message.
  /// - Returns: The segments of the prompt.
  /// - Throws: ``ChatTemplateError``
  public func render(
    _ messages: [ChatMessage], tools: [ToolDefinition] = [], reasoning: ReasoningEffort? = nil,
    variables others: [String: JSONValue] = [:], addingGenerationPrompt: Bool
  ) throws(ChatTemplateError) -> [TextSegment] {
    let usesTools = !tools.isEmpty || messages.contains(where: \.usesTools)
    let placed = removingEmptyAnswers(try placingSystemMessages(messages))
    let messages = usesTools ? prepared(Self.completingResults(placed), tools: tools) : placed
    guard let program else { return Self.plainText(messages) }
    let showsTools = traits.tools == .all || traits.tools == .definitions
    var variables = try variables(for: messages, tools: showsTools ? tools : [])
    if let reasoning { reasoning.add(to: &variables) }
    for (name, value) in others where !Self.conversationVariables.contains(name) { variables[name] = JinjaValue(value) }
    variables["add_generation_prompt"] = .boolean(addingGenerationPrompt)
    do {
      return try (usesTools ? toolProgram ?? program : program).render(variables, limits: limits).map {
        TextSegment(text: $0.text, parsesSpecialTokens: $0.isTrusted)
      }
    } catch {
      throw .failed(error)
    }
  }

  /// The names of the variables that the conversation sets.
  public static let conversationVariables: Set<String> = [
    "messages", "tools", "xml_tools", "functions", "bos_token", "eos_token", "add_generation_prompt",
  ]

  /// The contents of the messages without any markup.
  private static func plainText(_ messages: [ChatMessage]) -> [TextSegment] {
    messages.enumerated().compactMap { index, message in
      guard !message.content.isEmpty || index > 0 && message.role != .assistant else { return nil }
      let text = index == 0 || message.role == .assistant ? message.content : "\n" + message.content
      return TextSegment(text: text, parsesSpecialTokens: false)
    }
  }
}

/// The reasoning effort of a model.
public enum ReasoningEffort: Sendable, Hashable {
  /// No reasoning.
  case off
  /// A level that the model defines, such as `low`, `medium` or `high`.
  case level(String)

  /// Sets the variables, for which templates use several names.
  fileprivate func add(to variables: inout JinjaDictionary) {
    let isOn = self != .off
    variables["enable_thinking"] = .boolean(isOn)
    variables["thinking"] = .boolean(isOn)
    if case .level(let level) = self { variables["reasoning_effort"] = .string(level) }
  }
}

extension ChatMessage {
  /// True if the message has tool calls or is a tool result.
  var usesTools: Bool { role == .tool || !toolCalls.isEmpty }
}

extension [TextSegment] {
  /// The concatenated text of all segments.
  public var text: String { map(\.text).joined() }
}
