import SwiftletKernels

/// Guesses of what comes next, run together with a sequence's last token.
///
/// Each guessed token gives the logits of the place behind it. Tokens are chosen from them one after the other, as they
/// would have been, until one is not what was guessed; so a guess decides how much is computed at once, and nothing else.
extension Scheduler {
  /// With more sequences that generate than this the processor has enough to do.
  private static let mostSequences = 4

  private func mayGuess(_ sequence: ActiveSequence) -> Bool {
    // A state cannot be taken back.
    setup.usesPromptLookup && setup.pool.states.count == 0 && !sequence.isReading
      && sequence.ticket.request.guide == nil
  }

  /// Guesses for the sequences that have nothing but their last token to run, if that fits into the batch.
  mutating func guess(rowsLeft: Int) {
    let generating = active.count { !$0.isReading }
    guard generating == active.count, generating <= Self.mostSequences else { return }
    var rowsLeft = min(rowsLeft, setup.decoder.logits.rows - generating)
    for index in active.indices where mayGuess(active[index]) && active[index].pendingCount == 1 {
      let limit = min(rowsLeft, active[index].tokensLeft(contextSize: setup.contextSize) - 1)
      let guess = active[index].lookup.guess(
        after: active[index].tokens, limit: limit, rowCost: rowCost.relative(sequences: generating))
      active[index].guess = Array(guess.prefix(pages.roomToGuess(guess.count, for: active[index])))
      rowsLeft -= active[index].guess.count
    }
  }

  /// Chooses tokens as long as they are what was guessed; returns how the sequence ends, nil if it goes on.
  mutating func advanceGuessing(_ index: Int, _ logitsRow: Int) -> SequenceEnd? {
    let guess = active[index].guess
    active[index].guess = []
    var accepted = 0
    defer {
      active[index].statistics.guessedTokens += guess.count
      active[index].statistics.acceptedTokens += accepted
    }
    while true {
      if let closing = active[index].reasoning?.closing {
        return append(forced: closing, to: index).map { .finished($0) }
      }
      let token = setup.decoder.logits.withRow(logitsRow + accepted) {
        active[index].sampler.sample($0, count: setup.tokenCount)
      }
      guard !setup.endOfGeneration.contains(token) else { return .finished(.endOfGeneration) }
      if let reason = append(token, to: index) { return .finished(reason) }
      guard accepted < guess.count, token == guess[accepted] else { return nil }
      // Its keys and values are there already.
      active[index].cachedCount += 1
      accepted += 1
    }
  }
}
