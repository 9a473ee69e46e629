public import SwiftletTokenizers

/// Forced (jump-forward) text and tokens.
extension GuideMatcher {
  /// The maximum length of forced text, in bytes.
  private static let maximumForcedBytes = 4096

  /// Returns the bytes forced by the grammar, up to the first choice; a possible end of the answer is a choice as well.
  public mutating func forcedBytes() -> [UInt8] {
    guard !isFinished else { return [] }
    let limit = Self.maximumForcedBytes
    return guide.withMachine(&position) { machine, state in
      var bytes: [UInt8] = []
      var current = state
      while bytes.count < limit, !machine.accepts(current), let (byte, next) = machine.forcedStep(current) {
        bytes.append(byte)
        current = next
      }
      return bytes
    }
  }

  /// Returns the forced tokens: the forced text as the tokenizer encodes it, except for ambiguous tokens at its end.
  ///
  /// Tokens at the end are omitted if the text that follows might change the tokenisation. Forced tokens can be decoded
  /// as one batch, without sampling.
  public mutating func forcedTokens(_ tokenizer: Tokenizer) -> [TokenID] {
    let bytes = forcedBytes()
    guard !bytes.isEmpty else { return [] }
    var tokens = guide.index.tokens(bytes, tokenizer)
    if !guide.index.spells(tokens, bytes) { tokens = guide.index.trie.tokens(bytes).map { TokenID($0) } }
    // A token that begins within the last tokens and extends beyond the forced text may replace them.
    var start = bytes.count
    var kept = tokens.count
    var ahead = self
    guard ahead.accept(bytes: bytes) else { return [] }
    for index in tokens.indices.suffix(4).reversed() {
      start -= guide.index.vocabulary.piece(of: tokens[index]).count
      if ahead.allowsToken(beginningWith: bytes[start...]) { kept = index }
    }
    return Array(tokens.prefix(kept))
  }

  /// Returns true if a token starts with the bytes, which are already accepted, and continues as the guide allows.
  private mutating func allowsToken(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    guard let node = guide.index.trie.node(bytes) else { return false }
    return guide.withMaskBuilder(&position) { maskBuilder, state in maskBuilder.allowsToken(below: node, state) }
  }
}

extension PushdownAutomaton {
  /// Returns the only allowed byte in a state, with the next state; nil unless there is exactly one.
  mutating func forcedStep(_ state: Int32) -> (UInt8, Int32)? {
    var only: (UInt8, Int32)?
    for byte in UInt8.min ... .max {
      let next = step(state, byte)
      guard next >= 0 else { continue }
      if only != nil { return nil }
      only = (byte, next)
    }
    return only
  }
}

extension MaskBuilder {
  /// Returns true if a token below a trie node is allowed in a state.
  mutating func allowsToken(below node: Int, _ state: Int32) -> Bool {
    let nodes = index.trie.nodes
    var child = node + 1
    while child < Int(nodes[node].end) {
      let next = machine.step(state, nodes[child].byte)
      if next >= 0, nodes[child].tokenCount > 0 || allowsToken(below: child, next) { return true }
      child = Int(nodes[child].end)
    }
    return false
  }
}

extension TokenTrie {
  /// Returns the node for a byte sequence.
  func node(_ bytes: ArraySlice<UInt8>) -> Int? {
    var node = 0
    for byte in bytes {
      var child = node + 1
      while child < Int(nodes[node].end), nodes[child].byte != byte { child = Int(nodes[child].end) }
      guard child < Int(nodes[node].end) else { return nil }
      node = child
    }
    return node
  }
}

extension TokenIndex {
  /// Returns true if all tokens are text and together spell the bytes.
  func spells(_ tokens: [TokenID], _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    for token in tokens {
      guard let text = text(of: token), rest.starts(with: text) else { return false }
      rest = rest.dropFirst(text.count)
    }
    return rest.isEmpty
  }
}
