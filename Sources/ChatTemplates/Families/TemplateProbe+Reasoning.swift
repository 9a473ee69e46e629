import SwiftletJinja

/// The detection of reasoning.
extension TemplateProbe {
  /// The names of the message member with the reasoning, in order of preference.
  private static let keys = ["reasoning_content", "thinking", "reasoning", "thought"]

  /// The known formats, for templates that omit the reasoning of earlier messages.
  private static let known = [
    ReasoningFormat.thinkTags, ReasoningFormat(startTag: "[THINK]", endTag: "[/THINK]"),
    ReasoningFormat(startTag: "<seed:think>", endTag: "</seed:think>"),
    ReasoningFormat(startTag: "<|START_THINKING|>", endTag: "<|END_THINKING|>"),
    ReasoningFormat(startTag: "<|channel>thought\n", endTag: "<channel|>"),
    ReasoningFormat(startTag: "<|inner_prefix|>", endTag: "<|inner_suffix|>"),
  ]

  /// Detects the reasoning format, and the member in which the template takes reasoning.
  func detectReasoning(_ traits: inout TemplateTraits, prompt: String) {
    let isHarmony = source.contains(Harmony.channel) && source.contains(Harmony.start)
    for key in Self.keys {
      guard let format = reasoning(key: key, traits) else { continue }
      traits.reasoningKey = key
      if !isHarmony { traits.format.reasoning = format }
      return
    }
    if isHarmony {
      traits.reasoningKey = "thinking"
      return
    }
    let known = Self.known.first { format in
      source.contains(format.startTag.trimmed) && source.contains(format.endTag.trimmed)
        || prompt.contains(format.startTag.trimmed)
    }
    // Some templates contain only the end tag, at which they split the content.
    traits.format.reasoning = known ?? (source.contains("</think>") ? .thinkTags : nil)
  }

  /// The tags around reasoning that is passed in the member `key`.
  private func reasoning(key: String, _ traits: TemplateTraits) -> ReasoningFormat? {
    var turn: JinjaValue = ["role": "assistant", "content": .string(Self.answer)]
    turn[key] = .string(Self.reasoningText)
    guard let text = render([Self.user, turn], traits), let reasoning = text.range(of: Self.reasoningText),
      let answer = text.range(of: Self.answer), reasoning.upperBound <= answer.lowerBound
    else { return nil }
    let end = MarkedText(String(text[reasoning.upperBound..<answer.lowerBound])).trimmedAtStart
    let before = MarkedText(String(text[..<reasoning.lowerBound]))
    guard let close = end.pieces.first, close.count > 2 else { return nil }
    if let known = Self.known.first(where: { $0.endTag.trimmed == close }) { return known }
    guard let open = before.trimmedAtEnd.pieces.last, open.count > 2 else { return nil }
    return ReasoningFormat(startTag: open, endTag: close)
  }
}
