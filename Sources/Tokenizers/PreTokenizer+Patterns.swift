/// The patterns that leave gaps between matches; each gap is a piece.
extension PreTokenizer {
  /// A pattern.
  enum Pattern: Sendable {
    /// Runs of characters of a set, with an optional prefix.
    case run(ScalarSet, after: RunPrefix = .nothing)
    /// Runs of characters of one of several sets.
    case runOfOne([ScalarSet])
    /// DeepSeek-V3's words, with an optional punctuation mark as prefix.
    ///
    /// With `joinsNewlines`, line breaks join the symbols before them; otherwise each is separate.
    case punctuatedWord(joinsNewlines: Bool)
    /// Chameleon's `<sentinel:[0-9]+>`.
    case sentinel
    /// Chameleon's names of image tokens, `IMGIMG[A-I]{1,4}Z`.
    case imageToken
    /// `[\t\n]`, four spaces, or two.
    case spacePair
    /// One punctuation mark or ASCII symbol.
    case punctuationMark
  }

  /// The optional prefix of a run.
  enum RunPrefix: Sendable {
    case nothing
    /// One U+0020.
    case space
    /// One character of whitespace.
    case whitespace
  }

  /// Returns the end of the match at a position, or of the gap before the next match.
  func matchEnd(_ text: Span<UInt8>, of pattern: Pattern, from start: Int, limit: Int) -> Int {
    if let end = match(text, pattern, from: start, limit: limit) { return end }
    var position = classifier.character(text, at: start, limit: limit).end
    while position < limit, match(text, pattern, from: position, limit: limit) == nil {
      position = classifier.character(text, at: position, limit: limit).end
    }
    return position
  }

  private func match(_ text: Span<UInt8>, _ pattern: Pattern, from start: Int, limit: Int) -> Int? {
    switch pattern {
    case .run(let set, let prefix):
      return runMatch(text, set, prefix, from: start, limit: limit)
    case .runOfOne(let sets):
      for set in sets where contains(set, text, at: start, limit: limit) {
        return end(text, of: set, from: start, limit: limit)
      }
      return nil
    case .punctuatedWord(let joinsNewlines):
      return punctuatedWordMatch(text, from: start, limit: limit, joinsNewlines: joinsNewlines)
    case .sentinel:
      return sentinelMatch(text, from: start, limit: limit)
    case .imageToken:
      return imageTokenMatch(text, from: start, limit: limit)
    case .spacePair:
      if text[start] == UInt8(ascii: "\t") || text[start] == UInt8(ascii: "\n") { return start + 1 }
      let spaces = byteRun(text, in: UInt8(ascii: " ")...UInt8(ascii: " "), from: start, limit: min(limit, start + 4))
      return spaces - start >= 2 ? start + (spaces - start) / 4 * 2 + 2 : nil
    case .punctuationMark:
      let character = classifier.character(text, at: start, limit: limit)
      return character.class.isDisjoint(with: [.punctuation, .asciiPunctuation]) ? nil : character.end
    }
  }

  private func runMatch(
    _ text: Span<UInt8>, _ set: ScalarSet, _ prefix: RunPrefix, from start: Int, limit: Int
  ) -> Int? {
    let first = classifier.character(text, at: start, limit: limit)
    let takesPrefix =
      switch prefix {
      case .nothing: false
      case .space: text[start] == UInt8(ascii: " ")
      case .whitespace: first.class.contains(.whitespace)
      }
    if takesPrefix, first.end < limit, contains(set, text, at: first.end, limit: limit) {
      return end(text, of: set, from: first.end, limit: limit)
    }
    return contains(set, text, at: start, limit: limit) ? end(text, of: set, from: start, limit: limit) : nil
  }

  private func end(_ text: Span<UInt8>, of set: ScalarSet, from start: Int, limit: Int) -> Int {
    var position = start
    while position < limit, contains(set, text, at: position, limit: limit) {
      position = UTF8Text.scalar(text, at: position, limit: limit).end
    }
    return position
  }

  private func sentinelMatch(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int? {
    guard let digits = literalEnd(text, "<sentinel:", from: start, limit: limit) else { return nil }
    let end = byteRun(text, in: UInt8(ascii: "0")...UInt8(ascii: "9"), from: digits, limit: limit)
    return end > digits && end < limit && text[end] == UInt8(ascii: ">") ? end + 1 : nil
  }

  private func imageTokenMatch(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int? {
    guard let letters = literalEnd(text, "IMGIMG", from: start, limit: limit) else { return nil }
    let end = byteRun(text, in: UInt8(ascii: "A")...UInt8(ascii: "I"), from: letters, limit: min(limit, letters + 4))
    return end > letters && end < limit && text[end] == UInt8(ascii: "Z") ? end + 1 : nil
  }

  private func literalEnd(_ text: Span<UInt8>, _ literal: StaticString, from start: Int, limit: Int) -> Int? {
    guard limit - start >= literal.utf8CodeUnitCount else { return nil }
    var position = start
    for byte in literal.description.utf8 {
      guard text[position] == byte else { return nil }
      position += 1
    }
    return position
  }

  private func byteRun(_ text: Span<UInt8>, in bytes: ClosedRange<UInt8>, from start: Int, limit: Int) -> Int {
    var position = start
    while position < limit, bytes.contains(text[position]) { position += 1 }
    return position
  }
}
