extension Vocabulary {
  /// The control tokens that stand in one of some texts, those that end a generation excepted.
  ///
  /// The texts are the tags of a model's answers, which mean something to the reader of an answer, whereas all other
  /// control tokens are for the model alone.
  public func controlTokens(in texts: [String]) -> Set<TokenID> {
    let texts = texts.map { Array($0.utf8) }
    guard !texts.isEmpty else { return [] }
    return Set(
      kinds.indices.filter { id in
        guard kinds[id] == .control, !endOfGeneration.contains(id) else { return false }
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
