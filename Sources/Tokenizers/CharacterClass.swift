/// What the splitting patterns of pre-tokenizers distinguish about a character.
///
/// Each character has exactly one of ``letter``, ``number``, ``whitespace`` and ``other``; the rest are details.
struct CharacterClass: OptionSet, Sendable {
  let rawValue: UInt16

  static let letter = CharacterClass(rawValue: 1)
  static let number = CharacterClass(rawValue: 2)
  static let whitespace = CharacterClass(rawValue: 4)
  static let other = CharacterClass(rawValue: 8)
  /// Carriage return or line feed.
  static let newline = CharacterClass(rawValue: 16)
  static let punctuation = CharacterClass(rawValue: 32)
  static let symbol = CharacterClass(rawValue: 64)
  static let mark = CharacterClass(rawValue: 128)
  /// An upper-case or title-case letter.
  static let uppercase = CharacterClass(rawValue: 256)
  static let lowercase = CharacterClass(rawValue: 512)
  /// The punctuation and the symbols of ASCII.
  static let asciiPunctuation = CharacterClass(rawValue: 1024)
  /// What is ``other`` without being a ``mark``.
  static let unmarked = CharacterClass(rawValue: 2048)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The class of a Unicode scalar, looked up in the Unicode character database.
  init(_ scalar: Unicode.Scalar) {
    self = Self.detail(scalar)
    if scalar.properties.isWhitespace {
      insert(.whitespace)
    } else if intersection([.letter, .number]).isEmpty {
      formUnion(contains(.mark) ? .other : [.other, .unmarked])
    }
  }

  private static func detail(_ scalar: Unicode.Scalar) -> CharacterClass {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: [.letter, .uppercase]
    case .lowercaseLetter: [.letter, .lowercase]
    case .modifierLetter, .otherLetter: .letter
    case .decimalNumber, .letterNumber, .otherNumber: .number
    case .nonspacingMark, .spacingMark, .enclosingMark: .mark
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      scalar.isASCII ? [.punctuation, .asciiPunctuation] : .punctuation
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      scalar.isASCII ? [.symbol, .asciiPunctuation] : .symbol
    case .control: scalar == "\n" || scalar == "\r" ? .newline : []
    default: []
    }
  }
}

/// Finds the class of characters in UTF-8.
///
/// ASCII is one load. For the other characters below U+20000, which are nearly all that occur, a table of 256 KB is
/// filled when the first of them is met; asking the character database each time costs ten times as much.
struct CharacterClassifier: Sendable {
  private let ascii: [CharacterClass] = (UInt8(0)..<UInt8(0x80)).map { CharacterClass(Unicode.Scalar($0)) }

  private static let table: [CharacterClass] = (UInt32(0)..<0x20000).map { value in
    (Unicode.Scalar(value) as Unicode.Scalar?).map { CharacterClass($0) } ?? [.other, .unmarked]
  }

  /// The class of the character at a position and where the character ends; an ill-formed byte is `other`.
  @inline(__always)
  func character(_ text: Span<UInt8>, at position: Int, limit: Int) -> (class: CharacterClass, end: Int) {
    let byte = text[position]
    if byte < 0x80 { return (ascii[Int(byte)], position + 1) }
    return nonASCII(text, at: position, limit: limit)
  }

  /// Where the run of characters ends that have one of the given classes.
  @inline(__always)
  func end(_ text: Span<UInt8>, of classes: CharacterClass, from start: Int, limit: Int) -> Int {
    var position = start
    while position < limit {
      let character = character(text, at: position, limit: limit)
      if character.class.isDisjoint(with: classes) { break }
      position = character.end
    }
    return position
  }

  @inline(never)
  private func nonASCII(_ text: Span<UInt8>, at position: Int, limit: Int) -> (class: CharacterClass, end: Int) {
    let (scalar, end) = UTF8Text.scalar(text, at: position, limit: limit)
    if scalar < 0x20000 { return (Self.table[Int(scalar)], end) }
    return (Unicode.Scalar(scalar).map { CharacterClass($0) } ?? [.other, .unmarked], end)
  }
}
