import SwiftletTokenizers

/// Log-probabilities of tokens, for the requests that ask for them.
///
/// A sampled token has the logits that it was sampled from. Forced tokens are appended without logits, so those of a
/// sequence with log-probabilities are reported after the next pass, which computes the logits of all their rows. An
/// answer that ends with forced tokens takes one more pass.
extension Scheduler {
  /// Reports the tokens of a sequence that the logits of the last pass predict.
  ///
  /// - Returns: The error of logits that are not finite; nil if all is well.
  mutating func reportScores(_ index: Int) -> InferenceError? {
    guard let wanted = active[index].request.logProbabilities else { return nil }
    let (sequence, vocabulary) = (active[index], setup.tokenizer.vocabulary)
    if sequence.scoredCount == 0 {
      sequence.emit(.promptLogProbability(TokenLogProbability(first: sequence.tokens[0], vocabulary)))
      sequence.scoredCount = 1
    }
    while sequence.scoredCount < min(sequence.tokens.count, sequence.cachedCount + 1) {
      let row = sequence.logitsRow(at: sequence.scoredCount - 1)
      let token = sequence.tokens[sequence.scoredCount]
      guard let score = score(token, row, topCount: wanted.topCount) else { return nonFiniteLogits(of: index) }
      if sequence.scoredCount < sequence.request.prompt.count {
        sequence.emit(.promptLogProbability(score))
      } else {
        sequence.emit(.logProbability(score))
        sequence.emit(.token(token))
      }
      sequence.scoredCount += 1
    }
    mark(.stream)
    return nil
  }

  /// Returns the log-probability of a token by a row of logits; nil if the highest of them is not finite.
  private func score(_ token: TokenID, _ row: Int, topCount: Int) -> TokenLogProbability? {
    let maxima = setup.decoder.maxima(ofLogits: row)
    return setup.decoder.logits.withRow(row) { values in
      let values = values.extracting(first: setup.tokenCount)
      let logits = Logits(values, LogitBlocks(of: values, maxima: maxima))
      guard logits.highest.isFinite else { return nil }
      return TokenLogProbability(token, topCount: topCount, logits, setup.tokenizer.vocabulary)
    }
  }

  /// Returns the end of a sequence, or nil if it has tokens to report, which the next pass gives the logits of.
  mutating func holdUntilReported(_ end: SequenceEnd, _ index: Int) -> SequenceEnd? {
    guard case .finished = end, active[index].hasUnreportedTokens else { return end }
    active[index].heldEnd = end
    return nil
  }
}
