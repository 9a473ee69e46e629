/// A checker of one request's inputs and output against guardrails.
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

  /// Checks the entries that have no response yet.
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

  /// Checks the next piece of the answer.
  mutating func take(_ text: String) throws {
    guard checksContent, !text.isEmpty else { return }
    if let term = filter.take(text) { throw Self.violation("the answer contains the denied term \"\(term)\"") }
    if !guardrails.classifiers.isEmpty { answer += text }
  }

  /// Checks the complete answer.
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

/// A matcher of whole words and phrases in streamed text.
struct TermFilter {
  private let terms: [(term: String, letters: [Character])]
  private let longest: Int

  /// The end of the text so far: long enough for a partial term and the character before it.
  private var tail: [Character] = []
  private var isTrimmed = false

  init(_ terms: [String]) {
    self.terms = terms.map { ($0, Array($0.lowercased())) }
    longest = self.terms.map(\.letters.count).max() ?? 0
  }

  /// Appends a piece, and returns a term that is known to occur in the text.
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

  /// Ends the text, and returns a term that it ends with.
  mutating func finish() -> String? {
    match(isAtEnd: true)
  }

  private func match(isAtEnd: Bool) -> String? {
    terms.first { occurs($0.letters, isAtEnd: isAtEnd) }?.term
  }

  /// True if a term occurs in the tail as a whole word; at the end of the tail that depends on the next character.
  private func occurs(_ term: [Character], isAtEnd: Bool) -> Bool {
    guard tail.count >= term.count else { return false }
    for start in 0...(tail.count - term.count) {
      let end = start + term.count
      guard end < tail.count ? !tail[end].isWordPart : isAtEnd else { continue }
      // A match at the start of a trimmed tail was examined before the trimming.
      guard start == 0 ? !isTrimmed : !tail[start - 1].isWordPart else { continue }
      if tail[start..<end].elementsEqual(term) { return true }
    }
    return false
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
