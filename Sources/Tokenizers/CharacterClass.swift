/// The character classes that pre-tokenizer patterns distinguish.
///
/// Each character has exactly one of ``letter``, ``number``, ``whitespace`` and ``other``; the others refine it.
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
  /// The ASCII punctuation and symbols.
  static let asciiPunctuation = CharacterClass(rawValue: 1024)
  /// An ``other`` character that is not a ``mark``.
  static let unmarked = CharacterClass(rawValue: 2048)
  /// A decimal digit, `\d`.
  static let digit = CharacterClass(rawValue: 4096)
  /// A character of the Han script, `\p{Han}`.
  static let han = CharacterClass(rawValue: 8192)
  /// A word character, `\w`.
  static let wordCharacter = CharacterClass(rawValue: 16384)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The class of a Unicode scalar, looked up in the Unicode character database.
  init(_ scalar: Unicode.Scalar) {
    self = Self.detail(scalar)
    if scalar.properties.isWhitespace {
      insert(.whitespace)
    } else if intersection([.letter, .number]).isEmpty {
      formUnion(contains(.mark) ? .other : [.other, .unmarked])
    }
    if HanScript.contains(scalar.value) { insert(.han) }
    if isWordCharacter(scalar) { insert(.wordCharacter) }
  }

  /// Returns true for the word characters of Oniguruma, whose `\b` the vocabularies were trained with.
  ///
  /// Its table contains, in addition to those of the Unicode standard, the numbers of Latin-1 that are not digits.
  private func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    if !isDisjoint(with: [.letter, .mark, .digit]) { return true }
    return switch scalar.value {
    case 0xB2, 0xB3, 0xB9, 0xBC...0xBE: true
    default:
      scalar.properties.isAlphabetic || scalar.properties.generalCategory == .connectorPunctuation
    }
  }

  private static func detail(_ scalar: Unicode.Scalar) -> CharacterClass {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: [.letter, .uppercase]
    case .lowercaseLetter: [.letter, .lowercase]
    case .modifierLetter, .otherLetter: .letter
    case .decimalNumber: [.number, .digit]
    case .letterNumber, .otherNumber: .number
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
