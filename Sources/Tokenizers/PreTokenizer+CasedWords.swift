/// The scanners for words that tell capitals from small letters, or take punctuation before them.
extension PreTokenizer {
  /// How the rules of GPT-4o vary.
  struct CasedRule: Sendable {
    /// The greatest number of digits in a piece.
    var maximumDigits: Int
    /// Whether English contractions go with the word before them.
    var joinsContractions = true
    /// Whether slashes after symbols belong to them, as line breaks do.
    var joinsSlashes = true
    /// Whether runs of Han characters are words of their own.
    var separatesHan = false
  }

  /// The words of GPT-4o, of Mistral's Tekken, and of Kimi K2, which has `\p{Han}+` first and no Han in U and V.
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

  /// The first two alternatives, each tried with the character before the letters and without it.
  private func lettersEnd(
    _ text: Span<UInt8>, from start: Int, _ first: (class: CharacterClass, end: Int), limit: Int,
    excluding excluded: CharacterClass
  ) -> Int? {
    let mayPrecede = first.class.isDisjoint(with: [.newline, .letter, .number])
    let afterPrefix = mayPrecede ? casedRun(text, from: first.end, limit: limit, excluding: excluded) : CasedRun()
    if let end = afterPrefix.small { return end }
    let run = casedRun(text, from: start, limit: limit, excluding: excluded)
    return run.small ?? afterPrefix.capital ?? run.capital
  }

  /// Where `U*V+` and `U+` end, as far as they match.
  private struct CasedRun {
    var small: Int?
    var capital: Int?
  }

  private func casedRun(
    _ text: Span<UInt8>, from start: Int, limit: Int, excluding excluded: CharacterClass
  ) -> CasedRun {
    var run = CasedRun()
    var position = start
    // The capitals are taken greedily. Characters without case, which both sets have, are given back if need be.
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard Self.isCapitalOrCaseless(character.class), character.class.isDisjoint(with: excluded) else { break }
      position = character.end
      run.capital = position
      if Self.isSmallOrCaseless(character.class) { run.small = position }
    }
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      guard Self.isSmallOrCaseless(character.class), character.class.isDisjoint(with: excluded) else { break }
      position = character.end
      run.small = position
    }
    return run
  }

  private static func isCapitalOrCaseless(_ kind: CharacterClass) -> Bool {
    !kind.isDisjoint(with: [.letter, .mark]) && !kind.contains(.lowercase)
  }

  private static func isSmallOrCaseless(_ kind: CharacterClass) -> Bool {
    !kind.isDisjoint(with: [.letter, .mark]) && !kind.contains(.uppercase)
  }

  /// The words of DeepSeek-V3, nil for what is none, such as control characters.
  ///
  ///     [!-/:-@\[-`{-~][A-Za-z]+ | [^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+ | ?[\p{P}\p{S}]+[\r\n]*
  ///       | \s*[\r\n]+ | \s+(?!\S) | \s+
  ///
  /// Where newlines do not join, `[\r\n]*` is not there, and `\s*[\r\n]+` is `[\r\n]`.
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
