import SwiftletTokenizers

/// A trie of the texts of a vocabulary's tokens, stored flat in depth-first order.
struct TokenTrie: Sendable {
  struct Node: Sendable {
    /// The index after the last node of the subtree.
    var end: Int32
    /// The index of the node's first token in ``tokens``.
    var firstToken: Int32
    var depth: UInt16
    var byte: UInt8
    /// The number of tokens that end at the node.
    var tokenCount: UInt8

    /// The places of these tokens in ``TokenTrie/tokens``.
    @inline(__always)
    var places: Range<Int> { Int(firstToken)..<Int(firstToken) + Int(tokenCount) }
  }

  /// The nodes; the first one is the root.
  private(set) var nodes: [Node] = []
  /// The tokens in the order of their texts.
  private(set) var tokens: [Int32] = []
  /// The place of each token in ``tokens``, -1 where it is not in the trie.
  private(set) var places: [Int32] = []
  /// The children of the root by byte, 0 where there is none.
  private(set) var first = [Int32](repeating: 0, count: 256)
  /// The length of the longest token, in bytes.
  private(set) var depth = 0
  /// The nodes below which all characters are plain.
  private(set) var plain = PlainNodes()

  /// Creates the trie of all text tokens and markers, without other control tokens, unused and suppressed tokens.
  init(_ vocabulary: Vocabulary, markers: Set<TokenID> = [], suppressed: Set<TokenID> = []) {
    var texts: [(bytes: ArraySlice<UInt8>, id: Int32)] = []
    for id in 0..<vocabulary.count where !suppressed.contains(id) {
      switch markers.contains(id) ? .userDefined : vocabulary.kind(of: id) {
      case .normal, .byte, .userDefined:
        let bytes = vocabulary.piece(of: id)
        if !bytes.isEmpty, bytes.count <= 4096 { texts.append((bytes, Int32(id))) }
      case .undefined, .unknown, .control, .unused: break
      }
    }
    places = [Int32](repeating: -1, count: vocabulary.count)
    texts.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    nodes.append(Node(end: 0, firstToken: 0, depth: 0, byte: 0, tokenCount: 0))
    var path: [Int] = [0]
    var last: ArraySlice<UInt8> = []
    for (bytes, id) in texts {
      let common = zip(last, bytes).prefix { $0 == $1 }.count
      while path.count > common + 1 { nodes[path.removeLast()].end = Int32(nodes.count) }
      for byte in bytes.dropFirst(common) {
        path.append(nodes.count)
        nodes.append(
          Node(end: 0, firstToken: Int32(tokens.count), depth: UInt16(path.count - 1), byte: byte, tokenCount: 0))
      }
      if nodes[path[path.count - 1]].tokenCount < .max {
        nodes[path[path.count - 1]].tokenCount += 1
        places[Int(id)] = Int32(tokens.count)
        tokens.append(id)
      }
      depth = max(depth, bytes.count)
      last = bytes
    }
    while let open = path.popLast() { nodes[open].end = Int32(nodes.count) }
    var child = 1
    while child < nodes.count {
      first[Int(nodes[child].byte)] = Int32(child)
      child = Int(nodes[child].end)
    }
    plain = PlainNodes(nodes, depth: depth)
  }

  /// Returns the longest token that is a prefix of the text, with its length in bytes.
  func longestToken(_ text: ArraySlice<UInt8>) -> (id: Int32, count: Int)? {
    var node = 0
    var best: (Int32, Int)?
    for (offset, byte) in text.enumerated() {
      var child = node == 0 ? Int(first[Int(byte)]) : node + 1
      let end = Int(nodes[node].end)
      guard child > 0 else { break }
      while child < end, nodes[child].byte != byte { child = Int(nodes[child].end) }
      guard child < end else { break }
      node = child
      if nodes[node].tokenCount > 0 { best = (tokens[Int(nodes[node].firstToken)], offset + 1) }
    }
    return best
  }
}
