extension Tokenizer {
  /// Decodes tokens into bytes.
  ///
  /// - Parameters:
  ///   - ids: The tokens.
  ///   - skippingControlTokens: True if control tokens are omitted from the output.
  /// - Returns: The bytes, which may end within a character.
  /// - Throws: ``TokenizerError/unknownToken(id:count:)`` if an id is not one of the vocabulary's.
  public func decode(
    _ ids: some Sequence<TokenID>, skippingControlTokens: Bool = false
  ) throws(TokenizerError) -> [UInt8] {
    var bytes: [UInt8] = []
    var detokenizer = makeDetokenizer(skippingControlTokens: skippingControlTokens)
    for id in ids { bytes.append(contentsOf: try detokenizer.nextBytes(of: id)) }
    return bytes
  }

  /// Creates an incremental detokenizer.
  ///
  /// - Parameters:
  ///   - skippingControlTokens: True if control tokens are omitted from the output.
  ///   - kept: The control tokens that are never omitted.
  ///   - isStart: True if the tokens start a text, as opposed to continuing a prompt.
  /// - Returns: A detokenizer in its initial state.
  public func makeDetokenizer(
    skippingControlTokens: Bool = true, keeping kept: Set<TokenID> = [], isStart: Bool = true
  ) -> Detokenizer {
    Detokenizer(vocabulary, skippingControlTokens: skippingControlTokens, keeping: kept, isStart: isStart)
  }
}
