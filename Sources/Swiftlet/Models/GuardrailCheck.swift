/// Holds what goes in and out of a model in one request against guardrails.
struct GuardrailCheck {
  private let guardrails: SystemLanguageModel.Guardrails
  private let checksContent: Bool
  private var filter: TermFilter
  private var answer = ""

  init(_ guardrails: SystemLanguageModel.Guardrails, isGuided: Bool) {
    self.guardrails = guardrails
    checksContent = isGuided || !guardrails.isPermissive
    filter = TermFilter(guardrails.deniedTerms)
  }

  /// Checks what the model has not answered yet.
  nonisolated(nonsending) func read(_ transcript: Transcript) async throws {
    for entry in transcript.reversed() {
      switch entry {
      case .prompt(let prompt): try await check(prompt.segments.text, from: .prompt)
      case .toolOutput(let output): try await check(output.segments.text, from: .toolOutput)
      case .toolCalls, .reasoning: continue
      case .instructions, .response: return
      }
    }
  }

  /// Takes in a new piece of the answer.
  mutating func take(_ text: String) throws {
    guard checksContent, !text.isEmpty else { return }
    if let term = filter.take(text) { throw Self.violation("the answer contains the denied term \"\(term)\"") }
    if !guardrails.classifiers.isEmpty { answer += text }
  }

  /// Checks what can only be checked when the answer is complete.
  nonisolated(nonsending) mutating func finish() async throws {
    guard checksContent else { return }
    if let term = filter.finish() { throw Self.violation("the answer contains the denied term \"\(term)\"") }
    if !answer.isEmpty { try await judge(answer, from: .response) }
  }

  private nonisolated(nonsending) func check(
    _ text: String, from origin: SystemLanguageModel.Guardrails.Origin
  ) async throws {
    guard text.count <= guardrails.inputLimit else {
      throw Self.violation("found \(text.count) characters, expected at most \(guardrails.inputLimit)")
    }
    guard checksContent else { return }
    var filter = TermFilter(guardrails.deniedTerms)
    if let term = filter.take(text) ?? filter.finish() {
      throw Self.violation("the \(origin) contains the denied term \"\(term)\"")
    }
    try await judge(text, from: origin)
  }

  private nonisolated(nonsending) func judge(
    _ text: String, from origin: SystemLanguageModel.Guardrails.Origin
  ) async throws {
    for classifier in guardrails.classifiers {
      switch try await classifier.verdict(on: text, from: origin) {
      case .harmless: continue
      case .harmful(let reason): throw Self.violation(reason)
      case .refused(let explanation):
        throw LanguageModelError.refusal(
          .init(explanation: explanation, debugDescription: "a classifier refused the \(origin): \(explanation)"))
      }
    }
  }

  private static func violation(_ description: String) -> LanguageModelError {
    .guardrailViolation(.init(debugDescription: description))
  }
}

/// Finds terms in a text that comes in pieces.
struct TermFilter {
  private let terms: [(term: String, letters: [Character])]
  private let longest: Int

  /// The end of the text so far: what a term may have begun in, and the character before it.
  private var tail: [Character] = []
  private var isTrimmed = false

  init(_ terms: [String]) {
    self.terms = terms.map { ($0, Array($0.lowercased())) }
    longest = self.terms.map(\.letters.count).max() ?? 0
  }

  /// Takes in a piece, and returns a term that is certain to be in the text.
  mutating func take(_ text: String) -> String? {
    guard longest > 0 else { return nil }
    tail += text.lowercased()
    defer {
      let surplus = tail.count - longest - 1
      if surplus > 0 {
        tail.removeFirst(surplus)
        isTrimmed = true
      }
    }
    return match(isAtEnd: false)
  }

  /// Takes note of the end, and returns a term that the text ends with.
  mutating func finish() -> String? {
    match(isAtEnd: true)
  }

  private func match(isAtEnd: Bool) -> String? {
    terms.first { occurs($0.letters, isAtEnd: isAtEnd) }?.term
  }

  /// Whether a term stands in the tail as a whole word, which only what follows it can tell.
  private func occurs(_ term: [Character], isAtEnd: Bool) -> Bool {
    guard tail.count >= term.count else { return false }
    for start in 0...(tail.count - term.count) {
      let end = start + term.count
      guard end < tail.count ? !tail[end].isWordPart : isAtEnd else { continue }
      // What begins a trimmed tail was decided when more of the text was at hand.
      guard start == 0 ? !isTrimmed : !tail[start - 1].isWordPart else { continue }
      if tail[start..<end].elementsEqual(term) { return true }
    }
    return false
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
