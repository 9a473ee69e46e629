/// The scanners for the word patterns of GPT-2 and Llama 3.
extension PreTokenizer {
  /// The variants of the Llama 3 pattern.
  struct WordRule: Sendable {
    /// The maximum number of digits in a piece.
    var maximumDigits: Int
    /// True if combining marks count as letters.
    var joinsMarks = false
    /// True if words separated by a single space are one piece.
    var joinsWords = false
    /// True if English contractions are separate pieces.
    var separatesContractions = true
    /// The characters that join the symbols before them.
    var tail = SymbolTail.newlines
  }

  /// The characters after a run of symbols that are part of the same piece.
  enum SymbolTail: Sendable {
    case nothing
    /// Any line breaks, `[\r\n]*`.
    case newlines
    /// At most one line break or slash, `[\r\n/]?`.
    case oneNewlineOrSlash
  }

  /// Returns the end of a piece of GPT-2.
  ///
  ///     's|'t|'re|'ve|'m|'ll|'d | ?\p{L}+ | ?\p{N}+ | ?[^\s\p{L}\p{N}]+ | \s+(?!\S) | \s+
  func classicWordEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    if let end = contractionEnd(text, from: start, limit: limit, ignoringCase: false) { return end }
    var first = classifier.character(text, at: start, limit: limit)
    if text[start] == UInt8(ascii: " "), first.end < limit {
      let second = classifier.character(text, at: first.end, limit: limit)
      if !second.class.contains(.whitespace) { first = second }
    }
    if first.class.contains(.whitespace) { return whitespaceEnd(text, from: start, limit: limit) }
    let kind = first.class.intersection([.letter, .number, .other])
    return classifier.end(text, of: kind, from: first.end, limit: limit)
  }

  /// Returns the end of a piece of Llama 3 and its variants.
  ///
  ///     (?i:'s|'t|'re|'ve|'m|'ll|'d) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,maximumDigits}
  ///       | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
  ///
  /// With `joinsMarks`, `\p{L}` is `[\p{L}\p{M}]`, except in the optional prefix of letters. With `joinsWords`,
  /// `\p{L}+` is `(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+`.
  func wordEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ rule: WordRule) -> Int {
    let letters: CharacterClass = rule.joinsMarks ? [.letter, .mark] : .letter
    let symbols: CharacterClass = rule.joinsMarks ? .unmarked : .other
    if rule.separatesContractions,
      let end = contractionEnd(text, from: start, limit: limit, ignoringCase: true)
    {
      return end
    }
    let first = classifier.character(text, at: start, limit: limit)
    if !first.class.isDisjoint(with: letters) {
      if rule.joinsWords { return joinedWordsEnd(text, from: first.end, limit: limit) }
      return classifier.end(text, of: letters, from: first.end, limit: limit)
    }
    if first.class.contains(.number) {
      return numberEnd(text, from: first.end, limit: limit, atMost: rule.maximumDigits - 1)
    }
    var symbol = first
    if first.end < limit, !first.class.contains(.newline) {
      let second = classifier.character(text, at: first.end, limit: limit)
      if !second.class.isDisjoint(with: letters) {
        if rule.joinsWords { return joinedWordsEnd(text, from: second.end, limit: limit) }
        return classifier.end(text, of: letters, from: second.end, limit: limit)
      }
      if text[start] == UInt8(ascii: " ") { symbol = second }
    }
    if symbol.class.contains(symbols) {
      let end = classifier.end(text, of: symbols, from: symbol.end, limit: limit)
      return tailEnd(text, rule.tail, from: end, limit: limit)
    }
    return spaceEnd(text, from: start, limit: limit)
  }

  private func tailEnd(_ text: Span<UInt8>, _ tail: SymbolTail, from start: Int, limit: Int) -> Int {
    switch tail {
    case .nothing: start
    case .newlines: classifier.end(text, of: .newline, from: start, limit: limit)
    case .oneNewlineOrSlash:
      start < limit && [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "/")].contains(text[start])
        ? start + 1 : start
    }
  }

  /// Returns the end of letters and marks with single spaces between words.
  private func joinedWordsEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    var position = start
    while true {
      position = classifier.end(text, of: [.letter, .mark], from: position, limit: limit)
      guard position + 1 < limit, text[position] == UInt8(ascii: " ") else { return position }
      let next = classifier.character(text, at: position + 1, limit: limit)
      guard next.class.contains(.letter) else { return position }
      position = next.end
    }
  }

  /// Returns the end of `\s*[\r\n]+|\s+(?!\S)|\s+`.
  func spaceEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    lastNewlineEnd(text, from: start, limit: limit) ?? whitespaceEnd(text, from: start, limit: limit)
  }

  /// Returns the end of `\s+(?!\S)|\s+`, which leaves the last space of a run to the following word.
  func whitespaceEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    var position = start
    var last = start
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard character.class.contains(.whitespace) else { return last == start ? position : last }
      last = position
      position = character.end
    }
    return position
  }

  /// Returns the end of `\s*[\r\n]+`, nil if the whitespace has no line break.
  func lastNewlineEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int? {
    var position = start
    var end: Int?
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard character.class.contains(.whitespace) else { break }
      position = character.end
      if character.class.contains(.newline) { end = position }
    }
    return end
  }

  /// Returns the end of `\p{N}{0,count}`.
  func numberEnd(_ text: Span<UInt8>, from start: Int, limit: Int, atMost count: Int) -> Int {
    var position = start
    var remaining = count
    while remaining > 0, position < limit {
      remaining -= 1
      let character = classifier.character(text, at: position, limit: limit)
      guard character.class.contains(.number) else { break }
      position = character.end
    }
    return position
  }

  /// Returns the end of `'s|'t|'re|'ve|'m|'ll|'d`, nil if none matches.
  func contractionEnd(_ text: Span<UInt8>, from start: Int, limit: Int, ignoringCase: Bool) -> Int? {
    guard text[start] == UInt8(ascii: "'"), start + 1 < limit else { return nil }
    // Setting the case bit maps only the uppercase letter to its lowercase letter.
    let caseBit: UInt8 = ignoringCase ? 0x20 : 0
    switch text[start + 1] | caseBit {
    case UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "m"), UInt8(ascii: "d"): return start + 2
    // The long s, U+017F, folds to s.
    case 0xE5 where caseBit != 0 && start + 2 < limit && text[start + 1] == 0xC5 && text[start + 2] == 0xBF:
      return start + 3
    default: break
    }
    guard start + 2 < limit else { return nil }
    switch (text[start + 1] | caseBit, text[start + 2] | caseBit) {
    case (UInt8(ascii: "r"), UInt8(ascii: "e")), (UInt8(ascii: "v"), UInt8(ascii: "e")),
      (UInt8(ascii: "l"), UInt8(ascii: "l")):
      return start + 3
    default: return nil
    }
  }
}
