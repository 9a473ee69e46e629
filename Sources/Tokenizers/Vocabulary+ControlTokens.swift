extension Vocabulary {
  /// The control tokens that occur in the given texts, except end-of-generation tokens.
  ///
  /// The texts are the tags of the output format, which the parser of the output needs, unlike all other control
  /// tokens.
  ///
  /// - Parameters:
  ///   - texts: The tags.
  ///   - nonFinalEnds: The texts of end-of-generation tokens to include, because the output may continue after them.
  /// - Returns: The tokens.
  public func controlTokens(in texts: [String], includingEnds nonFinalEnds: [String] = []) -> Set<TokenID> {
    let texts = texts.map { Array($0.utf8) }
    guard !texts.isEmpty else { return [] }
    let nonFinalEnds = Set(nonFinalEnds.compactMap(id(of:)))
    return Set(
      kinds.indices.filter { id in
        guard kinds[id] == .control, !endOfGeneration.contains(id) || nonFinalEnds.contains(id) else { return false }
        let bytes = self.texts[id]
        return !bytes.isEmpty && texts.contains { $0.contains(bytes) }
      })
  }
}

extension [UInt8] {
  /// Returns true if the bytes contain a subsequence of adjacent bytes.
  fileprivate func contains(_ part: ArraySlice<UInt8>) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0...].starts(with: part) }
  }
}
