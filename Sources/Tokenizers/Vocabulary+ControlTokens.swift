extension Vocabulary {
  /// The control tokens that stand in one of some texts, those that end a generation excepted.
  ///
  /// The texts are the tags of a model's answers, which mean something to the reader of an answer, whereas all other
  /// control tokens are for the model alone.
  ///
  /// - Parameters:
  ///   - texts: The tags.
  ///   - innerEnds: Texts of tokens that are wanted even if they end a generation, because answers may go on after them.
  /// - Returns: The tokens.
  public func controlTokens(in texts: [String], evenEnds innerEnds: [String] = []) -> Set<TokenID> {
    let texts = texts.map { Array($0.utf8) }
    guard !texts.isEmpty else { return [] }
    let innerEnds = Set(innerEnds.compactMap(id(of:)))
    return Set(
      kinds.indices.filter { id in
        guard kinds[id] == .control, !endOfGeneration.contains(id) || innerEnds.contains(id) else { return false }
        let bytes = self.texts[id]
        return !bytes.isEmpty && texts.contains { $0.contains(bytes) }
      })
  }
}

extension [UInt8] {
  /// Whether some bytes stand anywhere among these.
  fileprivate func contains(_ part: ArraySlice<UInt8>) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
