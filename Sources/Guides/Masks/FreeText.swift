/// The precomputed trie walks of unconstrained strings, with the number of characters of each token.
///
/// Computed once for a vocabulary; for strings constrained only in length, the lengths are looked up.
struct FreeText: Sendable {
  /// The number of characters above which a maximum length does not restrict any token.
  let longest: Int
  /// The walk from a character boundary inside the string.
  let open: LexemeWalk
  /// The walk from before the opening quote.
  let unopened: LexemeWalk
  /// The parts of the trie of both walks.
  let openNodes: FreeNodes
  let unopenedNodes: FreeNodes
  /// The number of characters by token id, 255 for tokens not allowed inside a string.
  private let lengths: [UInt8]
  /// The number of characters before each closing quote, parallel to `open.closing` and `unopened.closing`.
  private let openClosing: [UInt8]
  private let unopenedClosing: [UInt8]
  private let unopenedLengths: [UInt8]

  init(_ trie: TokenTrie, vocabularyCount: Int, allowsEveryEscape: Bool) {
    // The bound is never reached, but makes the state count characters.
    let lexeme = Lexeme(anyStringOfMinimumLength: 0, maximumLength: 1_000_000, allowsEveryEscape: allowsEveryEscape)
    let plain = Lexeme(
      anyStringOfMinimumLength: 0, maximumLength: Lexeme.unbounded, allowsEveryEscape: allowsEveryEscape)
    var start = plain.start
    unopened = LexemeWalk(plain, start, trie, vocabularyCount: vocabularyCount, endsAtDelimiter: false)
    start.partial = 0
    open = LexemeWalk(plain, start, trie, vocabularyCount: vocabularyCount, endsAtDelimiter: false)
    openNodes = FreeNodes(open, trie)
    unopenedNodes = FreeNodes(unopened, trie)
    (lengths, openClosing) = Self.count(lexeme, start, trie, vocabularyCount)
    (unopenedLengths, unopenedClosing) = Self.count(lexeme, plain.start, trie, vocabularyCount)
    longest = Int(lengths.filter { $0 < 255 }.max() ?? 0) + 1
  }

  private static func count(
    _ lexeme: Lexeme, _ start: LexemeState, _ trie: TokenTrie, _ vocabularyCount: Int
  ) -> (lengths: [UInt8], closing: [UInt8]) {
    var lengths = [UInt8](repeating: 255, count: vocabularyCount)
    var closing: [UInt8] = []
    var states = [LexemeState](repeating: start, count: trie.depth + 1)
    var nodeIndex = 1
    while nodeIndex < trie.nodes.count {
      let node = trie.nodes[nodeIndex]
      switch lexeme.step(states[Int(node.depth) - 1], node.byte) {
      case .dead: nodeIndex = Int(node.end)
      case .closed:
        closing.append(UInt8(min(254, states[Int(node.depth) - 1].count)))
        nodeIndex = Int(node.end)
      case .open(let next):
        states[Int(node.depth)] = next
        // An incomplete character counts as well.
        let count = next.count + (next.partial != 0 && next.partial != TextDecoder.unopened ? 1 : 0)
        for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) {
          lengths[Int(trie.tokens[index])] = UInt8(min(254, count))
        }
        nodeIndex += 1
      }
    }
    return (lengths, closing)
  }

  /// Returns the tokens that end within a string that allows `maximum` further characters.
  func inside(isUnopened: Bool, maximum: Int, vocabularyCount: Int) -> TokenMask {
    guard maximum < longest else { return isUnopened ? unopened.inside : open.inside }
    var inside = TokenSetBuilder(vocabularyCount: vocabularyCount)
    for (token, length) in (isUnopened ? unopenedLengths : lengths).enumerated()
    where length < 255 && Int(length) <= maximum {
      inside.insert(Int32(token))
    }
    return inside.finish()
  }

  /// Returns the trie nodes at which a string is closed, by the number of characters before.
  func closing(isUnopened: Bool) -> [(count: Int, nodes: [Int32])] {
    var byCount = [[Int32]](repeating: [], count: 256)
    for (node, count) in zip((isUnopened ? unopened : open).closing, isUnopened ? unopenedClosing : openClosing) {
      byCount[Int(count)].append(node)
    }
    return byCount.indices.filter { !byCount[$0].isEmpty }.map { ($0, byCount[$0]) }
  }

  /// Returns the walk of a string that allows between `minimum` and `maximum` further characters.
  func walk(isUnopened: Bool, minimum: Int, maximum: Int, _ trie: TokenTrie, vocabularyCount: Int) -> LexemeWalk {
    var walk = isUnopened ? unopened : open
    if minimum <= 0, maximum >= longest { return walk }
    let counts = isUnopened ? unopenedClosing : openClosing
    walk.inside = inside(isUnopened: isUnopened, maximum: maximum, vocabularyCount: vocabularyCount)
    var whole = TokenSetBuilder(vocabularyCount: vocabularyCount)
    whole.insert(walk.inside)
    var closing: [Int32] = []
    for (nodeIndex, count) in zip(walk.closing, counts) where Int(count) >= minimum && Int(count) <= maximum {
      closing.append(nodeIndex)
      let node = trie.nodes[Int(nodeIndex)]
      whole.insert(trie.tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
    }
    walk.whole = whole.finish()
    walk.closing = closing
    walk.exits = LexemeWalk.grouped(closing, trie.nodes)
    return walk
  }
}
