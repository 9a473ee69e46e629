public import SwiftletTokenizers

/// Finishing in time.
extension GuideMatcher {
  /// A short way to the end of the answer: tokens that may come one after the other, the ending token not counted.
  ///
  /// Of the texts that complete the answer it is one with the fewest bytes, as far as that can be seen from where the
  /// answer is, in tokens as long as possible.
  public mutating func shortestCompletion() -> [TokenID] {
    if let plan { return plan }
    let tokens = guide.completion(&position)
    plan = tokens
    return tokens
  }

  /// The tokens that may come next if no more than some number of tokens, ending token included, may come at all.
  ///
  /// As long as there is ample room this is ``mask()``. When room runs short, tokens that would leave too little of it
  /// to finish are taken out; there always is one left. If the engine ends answers without a token, one more may be
  /// granted.
  ///
  /// - Parameter remaining: How many tokens may still come.
  /// - Returns: The tokens.
  /// - Throws: ``GuideError/budgetTooSmall(needed:available:)`` if the answer cannot be finished with so few, which does
  ///   not happen later if it does not happen at first.
  public mutating func mask(remaining: Int) throws(GuideError) -> TokenMask {
    let plan = shortestCompletion()
    guard plan.count + 1 <= remaining else {
      throw .budgetTooSmall(needed: plan.count + 1, available: remaining)
    }
    if remaining > plan.count + guide.ampleRoom { return mask() }
    var builder = TokenSetBuilder(vocabularyCount: guide.index.vocabulary.count)
    for (count, tokens) in guide.costs(&position) where count + 2 <= remaining { builder.insert(tokens) }
    if isAccepting { builder.insert(guide.index.ends[...]) }
    if let first = plan.first { builder.insert(Int32(first)) }
    return builder.finish()
  }
}
