/// The scanners for words that distinguish letter case, or that include the punctuation before them.
extension PreTokenizer {
  /// The variants of the GPT-4o pattern.
  struct CasedRule: Sendable {
    /// The maximum number of digits in a piece.
    var maximumDigits: Int
    /// True if English contractions are part of the word before them.
    var joinsContractions = true
    /// True if slashes after symbols are part of the same piece, as line breaks are.
    var joinsSlashes = true
    /// True if runs of Han characters are separate pieces.
    var separatesHan = false
  }

  /// Returns the end of a piece of GPT-4o, Mistral's Tekken, or Kimi K2 (`\p{Han}+` first, no Han in U and V).
  ///
  /// With U = `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, V = `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, CI = `(?i:'s|'t|'re|'ve|'m|'ll|'d)`:
  ///
  ///     [^\r\n\p{L}\p{N}]?U*V+CI? | [^\r\n\p{L}\p{N}]?U+V*CI? | \p{N}{1,maximumDigits}
  ///       | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
  func casedWordEnd(_ text: Span<UInt8>, from start: Int, limit: Int, _ rule: CasedRule) -> Int {
    let first = classifier.character(text, at: start, limit: limit)
    if rule.separatesHan, first.class.contains(.han) { return hanEnd(text, from: first.end, limit: limit) }
    if let end = lettersEnd(text, from: start, first, limit: limit, excluding: rule.separatesHan ? .han : []) {
      guard rule.joinsContractions, end < limit else { return end }
      return contractionEnd(text, from: end, limit: limit, ignoringCase: true) ?? end
    }
    if first.class.contains(.number) {
      return numberEnd(text, from: first.end, limit: limit, atMost: rule.maximumDigits - 1)
    }
    var symbol = first
    if text[start] == UInt8(ascii: " "), first.end < limit {
      symbol = classifier.character(text, at: first.end, limit: limit)
    }
    guard symbol.class.contains(.other) else { return spaceEnd(text, from: start, limit: limit) }
    var end = classifier.end(text, of: .other, from: symbol.end, limit: limit)
    while end < limit,
      [UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(text[end])
        || rule.joinsSlashes && text[end] == UInt8(ascii: "/")
    {
      end += 1
    }
    return end
  }

  private func hanEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    classifier.end(text, of: .han, from: start, limit: limit)
  }

  /// The first two alternatives, each tried with and without the prefix character.
  private func lettersEnd(
    _ text: Span<UInt8>, from start: Int, _ first: (class: CharacterClass, end: Int), limit: Int,
    excluding excluded: CharacterClass
  ) -> Int? {
    let mayPrecede = first.class.isDisjoint(with: [.newline, .letter, .number])
    let afterPrefix = mayPrecede ? casedRun(text, from: first.end, limit: limit, excluding: excluded) : CasedRun()
    if let end = afterPrefix.lowercaseEnd { return end }
    let run = casedRun(text, from: start, limit: limit, excluding: excluded)
    return run.lowercaseEnd ?? afterPrefix.uppercaseEnd ?? run.uppercaseEnd
  }

  /// The ends of `U*V+` and `U+`, where they match.
  private struct CasedRun {
    var lowercaseEnd: Int?
    var uppercaseEnd: Int?
  }

  private func casedRun(
    _ text: Span<UInt8>, from start: Int, limit: Int, excluding excluded: CharacterClass
  ) -> CasedRun {
    var run = CasedRun()
    var position = start
    // The uppercase run is greedy. Caseless characters are in both sets, so the match may backtrack over them.
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard Self.isUppercaseOrCaseless(character.class), character.class.isDisjoint(with: excluded) else { break }
      position = character.end
      run.uppercaseEnd = position
      if Self.isLowercaseOrCaseless(character.class) { run.lowercaseEnd = position }
    }
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard Self.isLowercaseOrCaseless(character.class), character.class.isDisjoint(with: excluded) else { break }
      position = character.end
      run.lowercaseEnd = position
    }
    return run
  }

  private static func isUppercaseOrCaseless(_ kind: CharacterClass) -> Bool {
    !kind.isDisjoint(with: [.letter, .mark]) && !kind.contains(.lowercase)
  }

  private static func isLowercaseOrCaseless(_ kind: CharacterClass) -> Bool {
    !kind.isDisjoint(with: [.letter, .mark]) && !kind.contains(.uppercase)
  }

  /// Returns the end of a word of DeepSeek-V3, nil where none matches, as at control characters.
  ///
  ///     [!-/:-@\[-`{-~][A-Za-z]+ | [^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+ | ?[\p{P}\p{S}]+[\r\n]*
  ///       | \s*[\r\n]+ | \s+(?!\S) | \s+
  ///
  /// Without `joinsNewlines`, `[\r\n]*` is omitted and `\s*[\r\n]+` is `[\r\n]`.
  func punctuatedWordMatch(_ text: Span<UInt8>, from start: Int, limit: Int, joinsNewlines: Bool) -> Int? {
    let letters: CharacterClass = [.letter, .mark]
    let symbols: CharacterClass = [.punctuation, .symbol]
    let first = classifier.character(text, at: start, limit: limit)
    let hasSecond = first.end < limit
    let second = hasSecond ? classifier.character(text, at: first.end, limit: limit) : (class: [], end: first.end)
    if first.class.contains(.asciiPunctuation), first.end < limit, Self.isASCIILetter(text[first.end]) {
      var position = first.end
      while position < limit, Self.isASCIILetter(text[position]) { position += 1 }
      return position
    }
    let mayPrecede = first.class.isDisjoint(with: [.newline, .letter, .punctuation, .symbol])
    if mayPrecede, !second.class.isDisjoint(with: letters) {
      return classifier.end(text, of: letters, from: second.end, limit: limit)
    }
    if !first.class.isDisjoint(with: letters) {
      return classifier.end(text, of: letters, from: first.end, limit: limit)
    }
    let symbol = text[start] == UInt8(ascii: " ") && first.end < limit ? second : first
    if !symbol.class.isDisjoint(with: symbols) {
      let end = classifier.end(text, of: symbols, from: symbol.end, limit: limit)
      return joinsNewlines ? classifier.end(text, of: .newline, from: end, limit: limit) : end
    }
    guard first.class.contains(.whitespace) else { return nil }
    if joinsNewlines { return spaceEnd(text, from: start, limit: limit) }
    return first.class.contains(.newline) ? first.end : whitespaceEnd(text, from: start, limit: limit)
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
