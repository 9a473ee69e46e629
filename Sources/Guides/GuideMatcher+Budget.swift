public import SwiftletTokenizers

/// Masks within a token budget.
extension GuideMatcher {
  /// Returns a sequence of tokens that completes the answer, without the end-of-generation token.
  ///
  /// The text is a completion with the fewest bytes, as estimated from the current state, tokenised greedily.
  public mutating func shortestCompletion() -> [TokenID] {
    if let cachedCompletion { return cachedCompletion }
    let tokens = guide.completion(&position)
    cachedCompletion = tokens
    return tokens
  }

  /// Returns the allowed tokens after which the answer can be completed within a token budget.
  ///
  /// While the budget is ample this is ``mask()``. Near its end, tokens that would leave too few to finish are removed;
  /// at least one token always remains. Where the tokens lead to very many different states, those that lead to the last
  /// of these are removed as well, so that a mask does not take long. If the engine ends answers without an
  /// end-of-generation token, the budget may be increased by one.
  ///
  /// - Parameter remaining: The number of remaining tokens, including the end-of-generation token.
  /// - Returns: The mask.
  /// - Throws: ``GuideError/budgetTooSmall(needed:available:)`` if the budget is too small to complete the answer. If
  ///   the first call does not throw it, later calls do not either. ``GuideError/tooComplex(pointer:reason:)`` if there
  ///   are too many alternatives to follow, so that an allowed token could be missing.
  public mutating func mask(remaining: Int) throws(GuideError) -> TokenMask {
    let mask = try budgetedMask(remaining)
    try guide.checkCompleteness()
    return mask
  }

  private mutating func budgetedMask(_ remaining: Int) throws(GuideError) -> TokenMask {
    let completion = shortestCompletion()
    guard completion.count + 1 <= remaining else {
      throw .budgetTooSmall(needed: completion.count + 1, available: remaining)
    }
    if remaining > completion.count + guide.budgetMargin { return mask() }
    var builder = TokenSetBuilder(vocabularyCount: guide.index.vocabulary.count)
    for (count, tokens) in guide.costs(&position) where count + 2 <= remaining { builder.insert(tokens) }
    if isAccepting { builder.insert(guide.index.endTokens[...]) }
    if let first = completion.first { builder.insert(Int32(first)) }
    return builder.finish()
  }
}
