import SwiftletTokenizers

/// Completion within a token budget.
extension Guide {
  /// The number of spare tokens above which the budget does not restrict the mask.
  ///
  /// A token may open several values that then have to be completed; the margin covers four of the most expensive ones.
  var budgetMargin: Int { 64 + 4 * min(grammar.maximumCost, 1 << 20) }

  /// The number of tokens of the shortest answer found, including the end-of-generation token.
  public var minimumTokenCount: Int {
    var matcher = makeMatcher()
    return matcher.shortestCompletion().count + 1
  }

  /// Returns tokens that complete the answer from a position.
  func completion(_ position: inout GuidePosition) -> [TokenID] {
    let text = withMachine(&position) { machine, state in Completion.text(state, &machine) } ?? []
    return index.trie.tokens(text).map { TokenID($0) }
  }

  /// Returns the allowed tokens, grouped by the number of tokens needed to finish after them.
  func costs(_ position: inout GuidePosition) -> [(count: Int, tokens: TokenMask)] {
    withMaskBuilder(&position) { maskBuilder, state in maskBuilder.costs(state) }
  }
}

extension Grammar {
  /// The greatest finite node cost, in bytes.
  var maximumCost: Int { nodes.reduce(0) { $1.cost < .max ? max($0, $1.cost) : $0 } }
}

extension TokenTrie {
  /// Tokenises a text greedily, each token as long as possible.
  func tokens(_ text: [UInt8]) -> [Int32] {
    var result: [Int32] = []
    var rest = text[...]
    while let (id, count) = longestToken(rest) {
      result.append(id)
      rest = rest.dropFirst(count)
    }
    return result
  }
}

extension MaskBuilder {
  /// The capacity of the ``costs`` cache, in bytes.
  private static let costCapacity = 4 << 20

  /// Returns the allowed tokens of a state, grouped by the number of tokens needed to finish after them.
  mutating func costs(_ state: Int32) -> [(count: Int, tokens: TokenMask)] {
    if let known = costs[state] { return known }
    var walk = CostWalk(index.trie, vocabularyCount: index.vocabulary.count)
    if !collect(element: state, &walk) { walk.run(below: 0, state, &machine) }
    let result = walk.finish()
    let bytes = result.reduce(200) { $0 + $1.tokens.byteCount + 40 }
    if costBytes + bytes > Self.costCapacity { (costs, costBytes) = ([:], 0) }
    costs[state] = result
    costBytes += bytes
    return result
  }

  /// Returns the number of tokens of the shortest completion found.
  mutating func tokenCost(_ state: Int32) -> Int {
    if let known = tokenCosts[state] { return known }
    if tokenCosts.count > Self.costCapacity / 32 { tokenCosts = [:] }
    let text = state >= 0 ? Completion.text(state, &machine) : nil
    let cost = text.map { index.trie.tokens($0).count } ?? Int(Int32.max)
    tokenCosts[state] = cost
    return cost
  }
}
