import SwiftletTokenizers

/// How much it takes to finish.
extension Guide {
  /// With how many tokens of room, beyond those that are needed, every token may come.
  ///
  /// A token may open several values that then have to be completed: four of the most expensive ones are allowed for.
  var ampleRoom: Int { 64 + 4 * min(grammar.greatestCost, 1 << 20) }

  /// The number of tokens, the ending one included, of a short answer.
  public var minimumTokenCount: Int {
    var matcher = makeMatcher()
    return matcher.shortestCompletion().count + 1
  }

  /// Tokens that complete the answer from a position.
  func completion(_ position: inout GuidePosition) -> [TokenID] {
    let text = withMachine(&position) { machine, state in Completion.text(state, machine) } ?? []
    return index.trie.tokens(text).map { TokenID($0) }
  }

  /// The tokens that may come, by the number of tokens that it takes to finish after them.
  func costs(_ position: inout GuidePosition) -> [(count: Int, tokens: TokenMask)] {
    withMaker(&position) { maker, state in maker.costs(state) }
  }
}

extension Grammar {
  /// The bytes of the most expensive node.
  var greatestCost: Int { nodes.reduce(0) { $1.cost < .max ? max($0, $1.cost) : $0 } }
}

extension TokenTrie {
  /// Tokens for a text, each as long as possible.
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

extension MaskMaker {
  /// How many bytes of ``costs`` are kept.
  private static let costCapacity = 4 << 20

  /// The tokens that may come in a state, by the number of tokens that it takes to finish after them.
  mutating func costs(_ state: Int32) -> [(count: Int, tokens: TokenMask)] {
    if let known = costs[state] { return known }
    var groups: [Int: TokenSetBuilder] = [:]
    collect(0, state, &groups)
    var result: [(count: Int, tokens: TokenMask)] = []
    for (count, var builder) in groups { result.append((count, builder.finish())) }
    let bytes = result.reduce(200) { $0 + $1.tokens.byteCount + 40 }
    if costBytes + bytes > Self.costCapacity { (costs, costBytes) = ([:], 0) }
    costs[state] = result
    costBytes += bytes
    return result
  }

  private mutating func collect(_ node: Int, _ state: Int32, _ groups: inout [Int: TokenSetBuilder]) {
    let nodes = index.trie.nodes
    var child = node + 1
    while child < Int(nodes[node].end) {
      let current = nodes[child]
      let next = machine.step(state, current.byte)
      if next >= 0 {
        if current.tokenCount > 0 {
          let cost = tokenCost(next)
          let first = Int(current.firstToken)
          groups[cost, default: TokenSetBuilder(vocabularyCount: index.vocabulary.count)]
            .insert(index.trie.tokens[first..<first + Int(current.tokenCount)])
        }
        collect(child, next, &groups)
      }
      child = Int(current.end)
    }
  }

  /// The number of tokens of a short completion.
  private mutating func tokenCost(_ state: Int32) -> Int {
    if let known = tokenCosts[state] { return known }
    if tokenCosts.count > Self.costCapacity / 32 { tokenCosts = [:] }
    let cost = Completion.text(state, machine).map { index.trie.tokens($0).count } ?? Int(Int32.max)
    tokenCosts[state] = cost
    return cost
  }
}
