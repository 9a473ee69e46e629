extension Vocabulary {
  /// A vocabulary of the 256 single bytes, for use without a model.
  public static let bytes: Vocabulary = {
    var texts = TokenTexts()
    for byte in UInt8.min ... .max { texts.append(CollectionOfOne(byte)) }
    return Vocabulary(
      model: .bytePair, preTokenizerName: nil, form: .byteAlphabet, texts: texts, pieces: texts,
      kinds: [Kind](repeating: .byte, count: texts.count), scores: [], index: TextIndex(texts) { _ in true },
      special: SpecialTokens())
  }()
}
