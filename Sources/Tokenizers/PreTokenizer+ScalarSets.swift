/// The explicit character sets of patterns.
extension PreTokenizer {
  /// A set of characters.
  enum ScalarSet: Sendable {
    case letters
    case punctuation
    /// The cased letters that the first DeepSeek models list explicitly.
    case deepSeekLetters
    /// The set `[!-/:-~！-／：-～‘-‟　-。]`.
    case deepSeekPunctuation
    /// The set `[一-龥ࠀ-一가-퟿]`, in effect most Asian scripts.
    case asianScripts
    /// The set `[一-龥぀-ゟ゠-ヿ]`.
    case hanAndKana
    /// The set `[一-鿿㐀-䶿豈-﫿぀-ゟ゠-ヿ･-ﾟ⼀-⿟เ-๿຀-໿ក-៿က-႟ꩠ-ꩿꧠ-꧿가-힯ᄀ-ᇿ]`, the Asian scripts without spaces between words.
    case spacelessScripts
    /// The set `[가-힣ㄱ-ㆎ]`.
    case hangul
    /// The set `[！…“”‘’—：；，、-〿︰-﹏]`.
    case chinesePunctuation
    /// The set `[ㄅ-ㄯ]`.
    case bopomofo
    /// Bloom's characters other than whitespace and punctuation: `[^(\s|.,!?…。，、।۔،)]`.
    case bloomWords
  }

  func contains(_ set: ScalarSet, _ text: Span<UInt8>, at position: Int, limit: Int) -> Bool {
    switch set {
    case .letters: return classifier.character(text, at: position, limit: limit).class.contains(.letter)
    case .punctuation: return classifier.character(text, at: position, limit: limit).class.contains(.punctuation)
    case .bloomWords:
      if classifier.character(text, at: position, limit: limit).class.contains(.whitespace) { return false }
    default: break
    }
    return Self.contains(set, UTF8Text.scalar(text, at: position, limit: limit).scalar)
  }

  private static func contains(_ set: ScalarSet, _ scalar: UInt32) -> Bool {
    switch set {
    case .letters, .punctuation: false
    case .deepSeekLetters: DeepSeekLetters.contains(scalar)
    case .deepSeekPunctuation:
      switch scalar {
      case 0x21...0x2F, 0x3A...0x7E, 0xFF01...0xFF0F, 0xFF1A...0xFF5E, 0x2018...0x201F, 0x3000...0x3002: true
      default: false
      }
    case .asianScripts: (0x0800...0x9FA5).contains(scalar) || (0xAC00...0xD7FF).contains(scalar)
    case .hanAndKana: (0x4E00...0x9FA5).contains(scalar) || (0x3040...0x30FF).contains(scalar)
    case .spacelessScripts:
      switch scalar {
      case 0x0E40...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2F00...0x2FDF, 0x3040...0x30FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0xAC00...0xD7AF, 0xF900...0xFAFF,
        0xFF65...0xFF9F:
        true
      default: false
      }
    case .hangul: (0xAC00...0xD7A3).contains(scalar) || (0x3131...0x318E).contains(scalar)
    case .chinesePunctuation:
      switch scalar {
      case 0xFF01, 0x2026, 0x201C, 0x201D, 0x2018, 0x2019, 0x2014, 0xFF1A, 0xFF1B, 0xFF0C, 0x3001...0x303F,
        0xFE30...0xFE4F:
        true
      default: false
      }
    case .bopomofo: (0x3105...0x312F).contains(scalar)
    case .bloomWords:
      switch scalar {
      case 0x28, 0x29, 0x7C, 0x2E, 0x2C, 0x21, 0x3F, 0x2026, 0x3002, 0xFF0C, 0x3001, 0x0964, 0x06D4, 0x060C: false
      default: true
      }
    }
  }
}
