/// What the tokens of a vocabulary do to a string of any characters, and how many characters each of them has.
///
/// Made once for a vocabulary: strings bounded in length only need to look up lengths.
struct FreeText: Sendable {
  /// Beyond how many characters of room a bound makes no difference.
  let longest: Int
  /// From the beginning of a character.
  let open: LexemeWalk
  /// From before the opening quote.
  let unopened: LexemeWalk
  /// The number of characters of each token, by id, that can stand inside a string; 255 for others.
  private let lengths: [UInt8]
  /// The characters before each closing quote, in step with `open.closing` and `unopened.closing`.
  private let openClosing: [UInt8]
  private let unopenedClosing: [UInt8]
  private let unopenedLengths: [UInt8]

  init(_ trie: TokenTrie, vocabularyCount: Int, allowsEveryEscape: Bool) {
    // With a bound that is never reached, the state counts the characters.
    let lexeme = Lexeme(anythingBetween: 0, and: 1_000_000, allowsEveryEscape: allowsEveryEscape)
    let plain = Lexeme(anythingBetween: 0, and: Lexeme.unbounded, allowsEveryEscape: allowsEveryEscape)
    var start = plain.start
    unopened = LexemeWalk(plain, start, trie, vocabularyCount: vocabularyCount, endsAtDelimiter: false)
    start.partial = 0
    open = LexemeWalk(plain, start, trie, vocabularyCount: vocabularyCount, endsAtDelimiter: false)
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
    var place = 1
    while place < trie.nodes.count {
      let node = trie.nodes[place]
      switch lexeme.step(states[Int(node.depth) - 1], node.byte) {
      case .dead: place = Int(node.end)
      case .closed:
        closing.append(UInt8(min(254, states[Int(node.depth) - 1].count)))
        place = Int(node.end)
      case .open(let next):
        states[Int(node.depth)] = next
        // An unfinished character needs room as well.
        let count = next.count + (next.partial != 0 && next.partial != TextDecoder.unopened ? 1 : 0)
        for index in Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount) {
          lengths[Int(trie.tokens[index])] = UInt8(min(254, count))
        }
        place += 1
      }
    }
    return (lengths, closing)
  }

  /// The walk for a string in which between `least` and `most` further characters may come.
  func walk(isUnopened: Bool, least: Int, most: Int, _ trie: TokenTrie, vocabularyCount: Int) -> LexemeWalk {
    var walk = isUnopened ? unopened : open
    if least <= 0, most >= longest { return walk }
    let lengths = isUnopened ? unopenedLengths : lengths
    let counts = isUnopened ? unopenedClosing : openClosing
    if most < longest {
      var inside = TokenSetBuilder(vocabularyCount: vocabularyCount)
      for (token, length) in lengths.enumerated() where length < 255 && Int(length) <= most {
        inside.insert(Int32(token))
      }
      walk.inside = inside.finish()
    }
    var whole = TokenSetBuilder(vocabularyCount: vocabularyCount)
    whole.insert(walk.inside)
    var closing: [Int32] = []
    for (place, count) in zip(walk.closing, counts) where Int(count) >= least && Int(count) <= most {
      closing.append(place)
      let node = trie.nodes[Int(place)]
      whole.insert(trie.tokens[Int(node.firstToken)..<Int(node.firstToken) + Int(node.tokenCount)])
    }
    walk.whole = whole.finish()
    walk.closing = closing
    walk.exits = LexemeWalk.grouped(closing, trie.nodes)
    return walk
  }
}
