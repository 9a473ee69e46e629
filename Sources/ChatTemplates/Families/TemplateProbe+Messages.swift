import SwiftletJinja

/// The detection of the message sequences that a template renders.
extension TemplateProbe {
  private static let laterInstructions = "INSTRUCTIONS_8"

  /// Detects the positions in which system messages are rendered.
  func detectSystemMessages(_ traits: inout TemplateTraits) {
    func system(_ text: String) -> JinjaValue { ["role": "system", "content": .string(text)] }
    let (first, second) = (system(Self.instructions), system(Self.laterInstructions))
    let answer: JinjaValue = ["role": "assistant", "content": .string(Self.answer)]
    func rendersBoth(_ turns: [JinjaValue]) -> Bool {
      guard let text = render(turns, traits) else { return false }
      return text.contains(Self.instructions) && text.contains(Self.laterInstructions)
    }
    guard traits.supportsSystemRole, rendersBoth([first, second, Self.user]) else {
      traits.systemMessages = .first
      return
    }
    traits.systemMessages = rendersBoth([first, Self.user, answer, second, Self.user]) ? .anywhere : .leading
  }

  /// Detects whether assistant messages may be empty.
  func detectEmptyAnswers(_ traits: inout TemplateTraits) {
    let turns: [String] = [Self.answer, ""]
    let texts = turns.map { render([Self.user, ["role": "assistant", "content": .string($0)], Self.user], traits) }
    // A template that renders no second turn at all says nothing about empty ones.
    traits.allowsEmptyAnswers = texts[0] == nil || texts[1] != nil
  }

  /// Detects the form in which the text of a message with tool calls is rendered.
  func detectTextBesideCalls(_ traits: inout TemplateTraits) {
    guard traits.tools == .all || traits.tools == .calls, let calls = turn(calls: 1, traits) else { return }
    func rendered(_ turns: [JinjaValue]) -> String? {
      render([Self.user] + turns + [result(traits)], traits, tools: shownTools, isPrompt: true)
    }
    var both = calls
    both["content"] = .string(Self.answer)
    let together = rendered([both])
    if textAfterQuestion(together)?.contains(CallProbe.names[0]) == true { return }
    func isComplete(_ turns: [JinjaValue]) -> Bool {
      guard let text = rendered(turns) else { return false }
      return [Self.answer, CallProbe.names[0], Self.result].allSatisfy { text.contains($0) }
    }
    func message(_ text: String) -> JinjaValue { ["role": "assistant", "content": .string(text)] }
    if isComplete([message(Self.answer), calls]) {
      traits.textBesideCalls = .apart
    } else if together == nil {
      traits.textBesideCalls = isComplete([message(Self.answer + CallProbe.names[0])]) ? .written : .omitted
    }
  }

  /// The result of the first call.
  func result(_ traits: TemplateTraits) -> JinjaValue {
    [
      "role": .string(traits.resultRole), "name": .string(CallProbe.names[0]), "tool_call_id": .string(ids(traits)[0]),
      "content": .string(Self.result),
    ]
  }
}
