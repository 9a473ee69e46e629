/// The parts of the token trie within an unconstrained string.
///
/// A pattern that refuses nothing has, below a node, the tokens of an unconstrained string, and only the few nodes on the
/// way to a closing quote need be looked at.
struct FreeNodes: Sendable {
  /// A bit for each token that ends within the string.
  let inside: [UInt64]
  /// The nodes at which the string is closed and those above them, in order.
  let paths: [Int32]
  /// The nodes at which the string is closed and that have children.
  let exits: [Int32]
  /// For each place in the order of the tokens' texts, the first from it on whose token ends within the string.
  let places: [Int32]

  init(_ walk: LexemeWalk, _ trie: TokenTrie) {
    let words = walk.inside.words
    inside = words
    var paths: [Int32] = []
    var path = [0]
    for node in walk.closing.map({ Int($0) }) {
      while trie.nodes[path[path.count - 1]].end <= node { path.removeLast() }
      while path[path.count - 1] != node {
        var child = path[path.count - 1] + 1
        while trie.nodes[child].end <= node { child = Int(trie.nodes[child].end) }
        path.append(child)
        paths.append(Int32(child))
      }
    }
    self.paths = paths
    exits = walk.closing.filter { trie.nodes[Int($0)].end > $0 + 1 }
    var places = [Int32](repeating: Int32(trie.tokens.count), count: trie.tokens.count + 1)
    for (place, token) in trie.tokens.enumerated().reversed() {
      let isInside = words[Int(token) >> 6] >> UInt64(token & 63) & 1 == 1
      places[place] = isInside ? Int32(place) : places[place + 1]
    }
    self.places = places
  }

  /// Returns true if a token ends within the string.
  func contains(_ token: Int32) -> Bool { inside[Int(token) >> 6] >> UInt64(token & 63) & 1 == 1 }

  /// Returns the index of the first of ``paths`` after a node.
  func firstPath(after node: Int) -> Int {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if paths[middle] <= node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TokenTrie {
  /// Returns the places of the tokens of a node and of those below it, in the order of their texts.
  func places(below node: Int) -> Range<Int> {
    let end = Int(nodes[node].end)
    return Int(nodes[node].firstToken)..<(end < nodes.count ? Int(nodes[end].firstToken) : tokens.count)
  }
}
