/// The nodes of a token trie at the ends of characters below which all tokens add plain, complete characters.
///
/// Plain characters are those beyond ASCII, and those of ASCII that strings contain as they are; see ``isPlain(_:)``.
struct PlainNodes: Sendable {
  /// The number of plain characters of ASCII.
  static let countInASCII = (UInt8.min...0x7F).filter(isPlain).count

  /// A bit for each node.
  private var words: [UInt64] = []

  init() {}

  /// Finds the nodes; `depth` is the length of the longest token.
  init(_ nodes: [TokenTrie.Node], depth: Int) {
    words = [UInt64](repeating: 0, count: (nodes.count + 63) / 64)
    let decoder = TextDecoder(isQuoted: true, allowsEveryEscape: false)
    // The states of the decoder by depth, nil after bytes that belong to no character.
    var partials = [UInt32?](repeating: 0, count: depth + 1)
    var path: [(node: Int, isPlain: Bool)] = []
    func leave(_ end: Int) {
      while let (node, isPlain) = path.last, nodes[node].end <= end {
        path.removeLast()
        if isPlain, partials[Int(nodes[node].depth)] == 0 { words[node >> 6] |= 1 << UInt64(node & 63) }
        if !isPlain, !path.isEmpty { path[path.count - 1].isPlain = false }
      }
    }
    for index in nodes.indices.dropFirst() {
      leave(index)
      let node = nodes[index]
      let before = partials[Int(node.depth) - 1]
      var partial: UInt32?
      if node.byte < 0x80 {
        // Begins a character whatever is before it.
        partial = 0
      } else if let before {
        switch decoder.step(before, node.byte) {
        case .partial(let next, _): partial = next
        case .scalar: partial = 0
        default: break
        }
      }
      partials[Int(node.depth)] = partial
      let isWhole = node.tokenCount == 0 || partial == 0
      let isPlain = node.byte < 0x80 ? Self.isPlain(node.byte) && before == 0 : partial != nil && isWhole
      if !isPlain, !path.isEmpty { path[path.count - 1].isPlain = false }
      path.append((index, true))
    }
    leave(nodes.count)
  }

  /// Returns true if all characters below a node are plain.
  @inline(__always)
  func contains(_ node: Int) -> Bool { words[node >> 6] >> UInt64(node & 63) & 1 == 1 }

  /// Returns true if a byte is a character that strings contain as it is.
  static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
