extension Vocabulary {
  /// A vocabulary whose tokens are the 256 bytes, for what needs some vocabulary but no model.
  public static let bytes: Vocabulary = {
    var texts = TokenTexts()
    for byte in UInt8.min ... .max { texts.append(CollectionOfOne(byte)) }
    return Vocabulary(
      model: .bytePair, preTokenizerName: nil, form: .byteAlphabet, texts: texts, pieces: texts,
      kinds: [Kind](repeating: .byte, count: texts.count), scores: [], index: TextIndex(texts) { _ in true },
      special: SpecialTokens())
  }()
}
