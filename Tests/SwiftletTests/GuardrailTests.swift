import Testing

@testable import Swiftlet

struct GuardrailTests {
  private func found(_ terms: [String], in pieces: String...) -> String? {
    var filter = TermFilter(terms)
    for piece in pieces {
      if let term = filter.take(piece) { return term }
    }
    return filter.finish()
  }

  @Test func findsTermsAsWholeWords() {
    #expect(found(["bad"], in: "a bad day") == "bad" && found(["bad"], in: "Bad!") == "bad")
    #expect(found(["bad"], in: "badly", " abad") == nil && found(["bad"], in: "so bad") == "bad")
    #expect(found(["very bad", "x"], in: "VERY BAD.") == "very bad" && found([], in: "bad") == nil)
    #expect(found(["ärger"], in: "Großer ÄRGER") == "ärger")
  }

  @Test func findsTermsAcrossPieces() {
    #expect(found(["wombat"], in: "a w", "om", "bat", " ran") == "wombat")
    #expect(found(["wombat"], in: "a wom", "bats") == nil)
    #expect(found(["wombat"], in: "xwom", "bat", ".") == nil)
    #expect(found(["class"], in: "class", "ic ", "class") == "class")
    var filter = TermFilter(["ab"])
    for _ in 0..<10_000 { #expect(filter.take("xab") == nil) }
    #expect(filter.finish() == nil)
  }

  private struct Judge: SystemLanguageModel.Guardrails.Classifier {
    func verdict(
      on text: String, from origin: SystemLanguageModel.Guardrails.Origin
    ) async throws -> SystemLanguageModel.Guardrails.Verdict {
      switch text {
      case "harm": .harmful(reason: "from \(origin)")
      case "refuse": .refused(explanation: "I had rather not.")
      default: .harmless
      }
    }
  }

  private func error(_ body: () async throws -> Void) async -> LanguageModelError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? LanguageModelError
    }
  }

  private func transcript(_ text: String, output: String? = nil) -> Transcript {
    let segments = { (text: String) in [Transcript.Segment.text(.init(content: text))] }
    var transcript = Transcript(entries: [
      .instructions(.init(segments: segments("harm"), toolDefinitions: [])), .prompt(.init(segments: segments("harm"))),
      .response(.init(segments: segments("harm"))), .prompt(.init(segments: segments(text))),
    ])
    if let output { transcript.append(.toolOutput(.init(id: "c", toolName: "f", segments: segments(output)))) }
    return transcript
  }

  @Test func classifiersJudgeWhatIsNew() async throws {
    let guardrails = SystemLanguageModel.Guardrails.default.judging(with: Judge())
    let check = GuardrailCheck(guardrails, isGuided: false)
    try await check.read(transcript("fine", output: "fine"))
    for (transcript, origin) in [(transcript("harm"), "prompt"), (transcript("x", output: "harm"), "toolOutput")] {
      guard case .guardrailViolation(let details) = await error({ try await check.read(transcript) }) else {
        Issue.record("no violation")
        continue
      }
      #expect(details.debugDescription == "from \(origin)")
    }
    guard case .refusal(let refusal) = await error({ try await check.read(transcript("refuse")) }) else {
      Issue.record("no refusal")
      return
    }
    #expect(try await refusal.explanation.content == "I had rather not.")
  }

  @Test func classifiersJudgeTheWholeAnswer() async throws {
    var check = GuardrailCheck(.default.judging(with: Judge()), isGuided: false)
    try check.take("ha")
    try check.take("rm")
    let error = await #expect(throws: LanguageModelError.self) { try await check.finish() }
    guard case .guardrailViolation(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.debugDescription == "from response")
  }

  @Test("Permissive guardrails check values as the others do, and sizes always")
  func permissive() async throws {
    let guardrails = SystemLanguageModel.Guardrails.permissiveContentTransformations
      .denying(["x"]).judging(with: Judge()).limitingInput(to: 5)
    let text = GuardrailCheck(guardrails, isGuided: false)
    try await text.read(transcript("harm"))
    try await text.read(transcript("x"))
    let value = GuardrailCheck(guardrails, isGuided: true)
    for (check, prompt, reason) in [
      (text, "longer", "found 6 characters, expected at most 5"), (value, "harm", "from prompt"),
      (value, "x", #"the prompt contains the denied term "x""#),
    ] {
      guard case .guardrailViolation(let details)? = await error({ try await check.read(transcript(prompt)) }) else {
        Issue.record("no violation: \(prompt)")
        continue
      }
      #expect(details.debugDescription == reason)
    }
  }
}
