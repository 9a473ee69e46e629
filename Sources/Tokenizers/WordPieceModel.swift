/// WordPiece, `tokenizer.ggml.model` = `bert`: of each word the longest token that it starts with, and so on.
///
/// Files write ▁ before tokens that start a word, and nothing before the others; here both texts and tokens have the
/// space itself.
struct WordPieceModel: Sendable {
  private let index: PrefixIndex
  private let unknown: TokenID?
  private let normalizer: BERTNormalizer

  /// A word of more characters is unknown, as in the implementations that the models were trained with.
  private static let longestWord = 100

  init(_ vocabulary: Vocabulary, normalizer: BERTNormalizer) {
    index = PrefixIndex(vocabulary.pieces, (0..<vocabulary.count).filter { vocabulary.isMergeable($0) })
    unknown = vocabulary.unknownID
    self.normalizer = normalizer
  }

  /// Appends the tokens of a stretch of text that contains no special token.
  func encode(_ text: Span<UInt8>, _ stretch: Range<Int>, into ids: inout [TokenID]) {
    normalizer.forEachWord(text, stretch) { word, characters in
      appendWord(word, characters: characters, to: &ids)
    }
  }

  /// Appends the tokens of a word with a space before it.
  private func appendWord(_ word: [UInt8], characters: Int, to ids: inout [TokenID]) {
    let first = ids.count
    let text = word.span
    var position = 0
    while characters <= Self.longestWord, position < text.count {
      // The space alone is no token of a word.
      guard let match = index.longest(text, from: position, limit: text.count, minimum: position == 0 ? 2 : 1) else {
        break
      }
      ids.append(TokenID(match.id))
      position = match.end
    }
    guard position < text.count else { return }
    ids.removeSubrange(first...)
    if let unknown { ids.append(unknown) }
  }
}
