public import SwiftletTokenizers

/// Text that leaves no choice.
extension GuideMatcher {
  /// How many bytes of forced text are looked for at most.
  private static let maximumForcedBytes = 4096

  /// The bytes that have to come next, up to the first choice; an end of the answer is a choice as well.
  public mutating func forcedBytes() -> [UInt8] {
    guard !isFinished else { return [] }
    let most = Self.maximumForcedBytes
    return guide.withMachine(&position) { machine, state in
      var bytes: [UInt8] = []
      var current = state
      while bytes.count < most, !machine.accepts(current), let (byte, next) = machine.onlyStep(current) {
        bytes.append(byte)
        current = next
      }
      return bytes
    }
  }

  /// The tokens that have to come next: the forced text as the tokenizer writes it, without the last tokens where the
  /// text after them might make the tokenizer, and so the model, write others.
  ///
  /// They can be given to the model as one batch, without computing what it would have said.
  public mutating func forcedTokens(_ tokenizer: Tokenizer) -> [TokenID] {
    let bytes = forcedBytes()
    guard !bytes.isEmpty else { return [] }
    var tokens = guide.index.tokens(bytes, tokenizer)
    if !guide.index.spells(tokens, bytes) { tokens = guide.index.trie.tokens(bytes).map { TokenID($0) } }
    // A token that begins in the last ones and goes on beyond the end might be what comes instead.
    var start = bytes.count
    var kept = tokens.count
    var ahead = self
    guard ahead.accept(bytes: bytes) else { return [] }
    for place in tokens.indices.suffix(4).reversed() {
      start -= guide.index.vocabulary.piece(of: tokens[place]).count
      if ahead.allowsToken(beginningWith: bytes[start...]) { kept = place }
    }
    return Array(tokens.prefix(kept))
  }

  /// Whether some token begins with the bytes, which have been accepted, and goes on as the guide allows.
  private mutating func allowsToken(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    guard let node = guide.index.trie.node(bytes) else { return false }
    return guide.withMaker(&position) { maker, state in maker.allowsToken(below: node, state) }
  }
}

extension Machine {
  /// The only byte that may come in a state, with the next state; nil if there are several.
  mutating func onlyStep(_ state: Int32) -> (UInt8, Int32)? {
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

extension MaskMaker {
  /// Whether a token below a node of the tree may come in a state.
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
  /// The node that some bytes lead to.
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
  /// Whether the tokens stand for the bytes, all of them being text.
  func spells(_ tokens: [TokenID], _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    for token in tokens {
      guard let text = text(of: token), rest.starts(with: text) else { return false }
      rest = rest.dropFirst(text.count)
    }
    return rest.isEmpty
  }
}
