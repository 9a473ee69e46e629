/// Finds the tokens that text is searched for before anything else: user-defined, control and unknown ones.
///
/// A trie, walked from each position whose byte starts some token; the longest match from the leftmost position wins.
/// The cost is that of one pass over the text, however many tokens there are.
struct SpecialTokenMatcher: Sendable {
  /// The edges of the trie: (node, byte) → next node.
  private var edges = PairTable(capacity: 64)
  /// The token that ends at each node, negative if none does.
  private var tokens: [Int32] = [-1]
  private var isUserDefined: [Bool] = [false]
  /// Whether a user-defined token, or any token, starts with each byte.
  private var startsUserDefined = [Bool](repeating: false, count: 0x100)
  private var startsAny = [Bool](repeating: false, count: 0x100)
  private(set) var hasUserDefined = false

  init(_ vocabulary: Vocabulary) {
    for id in 0..<vocabulary.count {
      switch vocabulary.kind(of: id) {
      case .userDefined: insert(id, vocabulary.bytes(of: id), isUserDefined: true)
      case .control, .unknown: insert(id, vocabulary.bytes(of: id), isUserDefined: false)
      case .undefined, .normal, .unused, .byte: continue
      }
    }
  }

  private mutating func insert(_ id: TokenID, _ text: ArraySlice<UInt8>, isUserDefined userDefined: Bool) {
    guard let first = text.first else { return }
    var node: Int32 = 0
    for byte in text {
      if let edge = edges[node, Int32(byte)] {
        node = edge.id
      } else {
        let next = Int32(tokens.count)
        tokens.append(-1)
        isUserDefined.append(false)
        edges.insert(node, Int32(byte), PairTable.Value(rank: 0, id: next))
        node = next
      }
    }
    guard tokens[Int(node)] < 0 else { return }
    tokens[Int(node)] = Int32(id)
    isUserDefined[Int(node)] = userDefined
    startsAny[Int(first)] = true
    if userDefined { (startsUserDefined[Int(first)], hasUserDefined) = (true, true) }
  }

  /// The longest token that starts at a position, nil if none does.
  ///
  /// Control and unknown tokens count only if they end at `controlLimit` or before.
  @inline(__always)
  func match(_ text: Span<UInt8>, at position: Int, controlLimit: Int) -> (id: TokenID, end: Int)? {
    let byte = Int(text[position])
    guard position < controlLimit ? startsAny[byte] : startsUserDefined[byte] else { return nil }
    return walk(text, from: position, controlLimit: controlLimit)
  }

  private func walk(_ text: Span<UInt8>, from start: Int, controlLimit: Int) -> (id: TokenID, end: Int)? {
    var node: Int32 = 0
    var match: (id: TokenID, end: Int)?
    for position in start..<text.count {
      guard let edge = edges[node, Int32(text[position])] else { break }
      node = edge.id
      if tokens[Int(node)] >= 0, isUserDefined[Int(node)] || position < controlLimit {
        match = (TokenID(tokens[Int(node)]), position + 1)
      }
    }
    return match
  }
}
