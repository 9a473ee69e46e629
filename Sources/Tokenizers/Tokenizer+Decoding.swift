extension Tokenizer {
  /// The bytes that tokens stand for.
  ///
  /// - Parameters:
  ///   - ids: The tokens.
  ///   - skippingControlTokens: Whether control tokens are left out, instead of written out.
  /// - Returns: The bytes, which need not be whole characters.
  /// - Throws: ``TokenizerError/unknownToken(id:count:)`` if an id is not one of the vocabulary's.
  public func decode(
    _ ids: some Sequence<TokenID>, skippingControlTokens: Bool = false
  ) throws(TokenizerError) -> [UInt8] {
    var bytes: [UInt8] = []
    var detokenizer = makeDetokenizer(skippingControlTokens: skippingControlTokens)
    for id in ids { bytes.append(contentsOf: try detokenizer.nextBytes(of: id)) }
    return bytes
  }

  /// A detokenizer for tokens that come one by one.
  ///
  /// - Parameters:
  ///   - skippingControlTokens: Whether control tokens are left out, instead of written out.
  ///   - kept: Control tokens that are written out in any case.
  ///   - isStart: Whether the tokens start a text, as opposed to going on after a prompt.
  /// - Returns: A detokenizer that has seen no token yet.
  public func makeDetokenizer(
    skippingControlTokens: Bool = true, keeping kept: Set<TokenID> = [], isStart: Bool = true
  ) -> Detokenizer {
    Detokenizer(vocabulary, skippingControlTokens: skippingControlTokens, keeping: kept, isStart: isStart)
  }
}
