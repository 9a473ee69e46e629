/// The WordPiece model, `tokenizer.ggml.model` = `bert`: the greedy longest match in each word.
///
/// Files write ▁ before tokens that start a word and nothing before the others; here both texts and tokens contain the
/// space itself.
struct WordPieceModel: Sendable {
  private let index: PrefixIndex
  private let unknown: TokenID?
  private let normalizer: BERTNormalizer

  /// The maximum length of a word in characters; longer ones are unknown, as in the reference implementations.
  private static let maximumWordLength = 100

  init(_ vocabulary: Vocabulary, normalizer: BERTNormalizer) {
    index = PrefixIndex(vocabulary.pieces, (0..<vocabulary.count).filter { vocabulary.isMergeable($0) })
    unknown = vocabulary.unknownID
    self.normalizer = normalizer
  }

  /// Appends the tokens of a range of text without special tokens.
  func encode(_ text: Span<UInt8>, _ range: Range<Int>, into ids: inout [TokenID]) {
    normalizer.forEachWord(text, range) { word, characters in
      appendWord(word, characters: characters, to: &ids)
    }
  }

  /// Appends the tokens of a word that is prefixed with a space.
  private func appendWord(_ word: [UInt8], characters: Int, to ids: inout [TokenID]) {
    let first = ids.count
    let text = word.span
    var position = 0
    while characters <= Self.maximumWordLength, position < text.count {
      // The space prefix alone must not match.
      guard
        let match = index.longestMatch(text, from: position, limit: text.count, minimum: position == 0 ? 2 : 1)
      else { break }
      ids.append(TokenID(match.id))
      position = match.end
    }
    guard position < text.count else { return }
    ids.removeSubrange(first...)
    if let unknown { ids.append(unknown) }
  }
}
