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
    for isSwitchedOn in switches {
      for key in Self.keys {
        guard let format = reasoning(key: key, traits, enablesThinking: isSwitchedOn) else { continue }
        traits.reasoningKey = key
        if !isHarmony { traits.format.reasoning = format }
        return
      }
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
  private func reasoning(
    key: String, _ traits: TemplateTraits, enablesThinking: Bool?
  ) -> ReasoningFormat? {
    guard let text = reasonedAnswer(key: key, traits, enablesThinking: enablesThinking),
      let reasoning = text.range(of: Self.reasoningText),
      let answer = text.range(of: Self.answer), reasoning.upperBound <= answer.lowerBound
    else { return nil }
    return Self.tags(around: reasoning, in: text[..<answer.lowerBound])
  }

  /// A message with reasoning and text, from the end of the question on.
  private func reasonedAnswer(key: String, _ traits: TemplateTraits, enablesThinking: Bool?) -> String? {
    var turn: JinjaValue = ["role": "assistant", "content": .string(Self.answer)]
    turn[key] = .string(Self.reasoningText)
    return textAfterQuestion(render([Self.user, turn], traits, enablesThinking: enablesThinking))
  }

  /// The values of the reasoning switch to try: some templates render reasoning only if it is on.
  private var switches: [Bool?] { source.contains("thinking") ? [nil, true] : [nil] }
}

// MARK: - Reasoning of messages with tool calls

extension TemplateProbe {
  /// Detects the tags of reasoning in answers that consist of messages: header, reasoning and separator.
  func detectReasoning(before textHeader: String, _ traits: inout TemplateTraits) {
    guard let key = traits.reasoningKey, let prompt = textAfterQuestion(render([Self.user], traits, isPrompt: true)),
      let answer = reasonedAnswer(key: key, traits, enablesThinking: nil)?.suffix(after: prompt),
      let thought = answer.range(of: Self.reasoningText),
      let header = answer[thought.upperBound...].range(of: textHeader)
    else { return }
    traits.format.reasoning = ReasoningFormat(
      startTag: String(answer[..<thought.lowerBound]),
      endTag: String(answer[thought.upperBound..<header.lowerBound]))
  }

  /// Detects the form in which the template takes the reasoning of a message with tool calls.
  ///
  /// Some templates render reasoning beside calls only, and some only as a part of the content.
  func detectReasoningBesideCalls(_ traits: inout TemplateTraits) {
    guard !traits.format.isHarmony, traits.tools != .none else { return }
    let known = traits.reasoningKey.map { [$0] } ?? []
    for key in known + Self.keys.filter({ source.contains($0) }) {
      for isSwitchedOn in switches {
        let text = callTurn(traits, enablesThinking: isSwitchedOn) { $0[key] = .string(Self.reasoningText) }
        guard let text, let thought = text.range(of: Self.reasoningText) else { continue }
        traits.reasoningKey = key
        if traits.format.reasoning == nil { traits.format.reasoning = Self.tags(around: thought, in: text[...]) }
        return
      }
    }
    guard traits.reasoningKey == nil, let tags = traits.format.reasoning else { return }
    for form in [TemplateTraits.ReasoningInContent.part, .tags] {
      for isSwitchedOn in switches where rendersReasoning(form, tags, traits, enablesThinking: isSwitchedOn) {
        traits.reasoningInContent = form
        return
      }
    }
  }

  /// Returns true if reasoning in the content is rendered once, directly after its tag.
  private func rendersReasoning(
    _ form: TemplateTraits.ReasoningInContent, _ tags: ReasoningFormat, _ traits: TemplateTraits,
    enablesThinking: Bool?
  ) -> Bool {
    let (opening, closing) = tags.textsAround
    let text = callTurn(traits, enablesThinking: enablesThinking) { turn in
      if form == .part {
        turn["content"] = [["type": "thinking", "thinking": .string(Self.reasoningText)]]
      } else {
        let rest = turn["content"]?.string ?? ""
        turn["content"] = .string(opening + Self.reasoningText + closing + rest)
      }
    }
    guard let text, let thought = text.range(of: Self.reasoningText) else { return false }
    let before = text[..<thought.lowerBound]
    return before.utf8.trimmedAtEnd.ends(with: tags.startTag.trimmed.utf8)
      && before.ranges(of: tags.startTag.trimmed).count == 1
      && text[thought.upperBound...].contains(tags.endTag.trimmed)
  }

  /// A message with a call, and its result, from the end of the question on.
  private func callTurn(
    _ traits: TemplateTraits, enablesThinking: Bool?, _ change: (inout JinjaValue) -> Void
  ) -> String? {
    let written: JinjaValue = ["role": "assistant", "content": .string(CallProbe.names[0])]
    guard var turn = traits.tools == .definitions ? written : turn(calls: 1, traits) else { return nil }
    change(&turn)
    return textAfterQuestion(
      render(
        [Self.user, turn, result(traits)], traits, tools: shownTools, isPrompt: true, enablesThinking: enablesThinking))
  }

  /// The tags next to reasoning.
  private static func tags(around thought: Range<String.Index>, in text: Substring) -> ReasoningFormat? {
    let end = MarkedText(String(text[thought.upperBound...])).trimmedAtStart.pieces.first
    let start = MarkedText(String(text[..<thought.lowerBound])).trimmedAtEnd.pieces.last
    guard let end, end.count > 2 else { return nil }
    if let known = known.first(where: { $0.endTag.trimmed == end }) { return known }
    guard let start, start.count > 2 else { return nil }
    return ReasoningFormat(startTag: start, endTag: end)
  }
}

extension JinjaValue {
  /// The string, if the value is one.
  fileprivate var string: String? { if case .string(let text, _) = self { text } else { nil } }
}
