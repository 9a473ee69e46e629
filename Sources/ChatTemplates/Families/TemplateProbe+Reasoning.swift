import SwiftletJinja

/// Thoughts.
extension TemplateProbe {
  /// The names under which templates look for thoughts.
  private static let keys = ["reasoning_content", "thinking", "reasoning", "thought"]

  /// The tags of models whose template does not write thoughts, but drops them.
  private static let known = [
    ReasoningFormat.thinkTags, ReasoningFormat(begin: "[THINK]", end: "[/THINK]"),
    ReasoningFormat(begin: "<seed:think>", end: "</seed:think>"),
    ReasoningFormat(begin: "<|START_THINKING|>", end: "<|END_THINKING|>"),
    ReasoningFormat(begin: "<|channel>thought\n", end: "<channel|>"),
    ReasoningFormat(begin: "<|inner_prefix|>", end: "<|inner_suffix|>"),
  ]

  /// Finds how thoughts are marked, and where the template takes them.
  func findReasoning(_ traits: inout TemplateTraits, prompt: String) {
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
      source.contains(format.begin.trimmed) && source.contains(format.end.trimmed)
        || prompt.contains(format.begin.trimmed)
    }
    // Some templates name only the end, behind which they look for the answer.
    traits.format.reasoning = known ?? (source.contains("</think>") ? .thinkTags : nil)
  }

  /// The tags around a thought that is given under a name.
  private func reasoning(key: String, _ traits: TemplateTraits) -> ReasoningFormat? {
    var turn: JinjaValue = ["role": "assistant", "content": .string(Self.answer)]
    turn[key] = .string(Self.thought)
    guard let text = text([Self.user, turn], traits), let thought = text.range(of: Self.thought),
      let answer = text.range(of: Self.answer), thought.upperBound <= answer.lowerBound
    else { return nil }
    let end = MarkedText(String(text[thought.upperBound..<answer.lowerBound])).trimmedAtStart
    let before = MarkedText(String(text[..<thought.lowerBound]))
    guard let close = end.pieces.first, close.count > 2 else { return nil }
    if let known = Self.known.first(where: { $0.end.trimmed == close }) { return known }
    guard let open = before.trimmedAtEnd.pieces.last, open.count > 2 else { return nil }
    return ReasoningFormat(begin: open, end: close)
  }
}
