/// An automaton that finds, in one pass, the longest of many patterns that starts at each position of a text.
///
/// It is the automaton of Aho and Corasick, "Efficient string matching: an aid to bibliographic search" (1975), over
/// the reversed patterns, run over the text from its end. The state at a position thus gives the longest pattern that
/// starts there, in linear time.
struct SuffixAutomaton: Sendable {
  /// A match of a pattern.
  struct Match {
    var start: Int
    var end: Int
    var id: TokenID
  }

  /// The edges of the trie: (node, byte) → next node.
  private var edges: PairTable
  /// The edges from the root, 0 for those that are missing.
  private var first = [Int32](repeating: 0, count: 0x100)
  /// The suffix link of each node: the node of its longest proper suffix in the trie.
  private var suffixes: [Int32] = [0]
  /// The longest pattern that each node ends with, negative if there is none.
  private var tokens: [Int32] = [-1]
  /// The lengths of those patterns.
  private var lengths: [Int32] = [0]

  /// Builds the automaton for the texts of the given tokens; of equal texts, the first token counts.
  init(_ ids: [TokenID], _ texts: TokenTexts) {
    edges = PairTable(capacity: ids.reduce(0) { $0 + texts.range(of: $1).count })
    var parents: [Int32] = [0]
    var bytes: [UInt8] = [0]
    var depths: [Int32] = [0]
    for id in ids {
      var node: Int32 = 0
      for byte in texts[id].reversed() {
        if let edge = edges[node, Int32(byte)] {
          node = edge.id
          continue
        }
        let next = Int32(tokens.count)
        edges.insert(node, Int32(byte), PairTable.Value(rank: 0, id: next))
        if node == 0 { first[Int(byte)] = next }
        parents.append(node)
        bytes.append(byte)
        depths.append(depths[Int(node)] + 1)
        tokens.append(-1)
        node = next
      }
      if node > 0, tokens[Int(node)] < 0 { tokens[Int(node)] = Int32(id) }
    }
    suffixes = Array(repeating: 0, count: tokens.count)
    lengths = depths
    // Suffixes are shorter, so their nodes are processed first.
    for node in (1..<max(tokens.count, 1)).sorted(by: { depths[$0] < depths[$1] }) {
      if depths[node] > 1 {
        suffixes[node] = next(suffixes[Int(parents[node])], bytes[node])
      }
      guard tokens[node] < 0 else { continue }
      let suffix = Int(suffixes[node])
      tokens[node] = tokens[suffix]
      lengths[node] = lengths[suffix]
    }
  }

  @inline(__always)
  private func next(_ node: Int32, _ byte: UInt8) -> Int32 {
    var node = node
    while node != 0 {
      if let edge = edges[node, Int32(byte)] { return edge.id }
      node = suffixes[Int(node)]
    }
    return first[Int(byte)]
  }

  /// Appends the longest match at each position of a range, in descending order; matches lie within the range.
  func appendMatches(_ text: Span<UInt8>, _ range: Range<Int>, to matches: inout [Match]) {
    var node: Int32 = 0
    var position = range.upperBound
    while position > range.lowerBound {
      position -= 1
      node = next(node, text[position])
      let token = tokens[Int(node)]
      if token >= 0 {
        matches.append(Match(start: position, end: position + Int(lengths[Int(node)]), id: TokenID(token)))
      }
    }
  }
}
