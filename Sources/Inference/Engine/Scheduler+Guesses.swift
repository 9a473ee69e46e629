import SwiftletGuides
import SwiftletKernels
import SwiftletTokenizers

/// Guesses of what comes next, run together with a sequence's last tokens.
///
/// Each guessed token gives the logits of the place behind it. Tokens are chosen from them one after the other, as they
/// would have been, until one is not what was guessed; so a guess decides how much is computed at once, and nothing else.
extension Scheduler {
  /// With more sequences that generate than this the processor has enough to do.
  private static let mostSequences = DraftModel.maximumSequences

  /// Whether any answer has to be something.
  var isAnyGuided: Bool { active.contains { $0.ticket.request.guide != nil } }

  private func mayLookUp(_ index: Int) -> Bool {
    // A state cannot be taken back.
    setup.usesPromptLookup && setup.pool.states.count == 0 && isChoosing(index)
  }

  /// Guesses for the sequences, if that fits into the batch: from their own text, or else by the draft model.
  mutating func guess(rowsLeft: Int) {
    let generating = active.count { !$0.isReading }
    guard generating == active.count, generating <= Self.mostSequences else { return }
    var rowsLeft = min(rowsLeft, setup.decoder.logits.rows - generating)
    let rowCost = guessCost.relative(sequences: generating, isGuided: isAnyGuided)
    for index in active.indices where mayLookUp(index) {
      let guess = lookUp(index, rowsLeft: rowsLeft, rowCost: rowCost)
      active[index].guess = Array(guess.prefix(pages.roomToGuess(guess.count, for: active[index])))
      rowsLeft -= active[index].guess.count
    }
    draft(rowsLeft: rowsLeft)
  }

  /// What a sequence's own text suggests, as far as its guide allows it.
  private mutating func lookUp(_ index: Int, rowsLeft: Int, rowCost: Double) -> [TokenID] {
    let limit = min(rowsLeft, active[index].tokensLeft(contextSize: setup.contextSize) - 1)
    let guess = active[index].lookup.guess(after: active[index].tokens, limit: limit, rowCost: rowCost)
    guard !guess.isEmpty, let matcher = active[index].matcher else { return guess }
    let start = ContinuousClock.now
    defer { active[index].statistics.guideTime += ContinuousClock.now - start }
    return matcher.allowedPart(of: guess, limit: min(limit, PromptLookup.longest), setup.tokenizer)
  }

  /// Chooses tokens as long as they are what was guessed; returns how the sequence ends, nil if it goes on.
  mutating func advance(_ index: Int, _ logitsRow: Int) -> SequenceEnd? {
    active[index].statistics.steps += 1
    let (guess, masks, start) = (active[index].guess, active[index].masks, active[index].tokens.count)
    (active[index].guess, active[index].masks) = ([], [])
    var accepted = 0
    defer { learn(index, guessed: guess.count, accepted: accepted, start: start) }
    while true {
      let count = active[index].tokens.count
      if let end = choose(index, logitsRow + accepted, masks.isEmpty ? nil : masks[accepted]) { return end }
      // There may be more than the chosen one: those that a guide forces, or that end thoughts.
      let new = active[index].tokens[count...]
      let held = zip(new, guess.dropFirst(accepted)).prefix { $0 == $1 }.count
      // Their keys and values are there already.
      active[index].cachedCount += held
      accepted += held
      guard held == new.count else { return nil }
    }
  }

  /// Chooses a sequence's next token by a row of logits, and by what its guide, if it has one, allows there.
  private mutating func choose(
    _ index: Int, _ logitsRow: Int, _ mask: Result<TokenMask, GuideError>?
  ) -> SequenceEnd? {
    if active[index].ticket.request.guide != nil { return advanceGuided(index, logitsRow, mask) }
    if let closing = active[index].reasoning?.closing {
      return append(forced: closing, to: index).map { .finished($0) }
    }
    let token = setup.decoder.logits.withRow(logitsRow) {
      active[index].sampler.sample($0, count: setup.tokenCount)
    }
    guard !setup.endOfGeneration.contains(token) else { return .finished(.endOfGeneration) }
    return append(token, to: index).map { .finished($0) }
  }

  /// Takes note of how much of a guess was right, which began behind `start` tokens.
  private mutating func learn(_ index: Int, guessed: Int, accepted: Int, start: Int) {
    guard guessed > 0 else { return }
    count(index) {
      $0.guessedTokens += guessed
      $0.acceptedTokens += accepted
    }
    guard active[index].guessIsDrafted else { return }
    active[index].draftLength.learn(proposed: guessed, accepted: accepted)
    count(index) {
      $0.draftedTokens += guessed
      $0.acceptedDraftedTokens += accepted
    }
    // What the draft model has run beyond that never came.
    if let count = active[index].drafted?.count { active[index].drafted?.count = min(count, start + accepted) }
  }
}
