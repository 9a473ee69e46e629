/// The BERT normalizer and pre-tokenizer, which run before WordPiece.
///
/// Control characters are removed; lowercasing and accent stripping are optional. Words are split at whitespace,
/// punctuation and Chinese characters.
struct BERTNormalizer: Sendable {
  /// True if text is lowercased.
  var lowercases: Bool
  /// True if characters are decomposed canonically and nonspacing marks removed.
  var stripsAccents: Bool

  /// Calls `body` with each word, prefixed with a space, and its number of characters.
  func forEachWord(_ text: Span<UInt8>, _ range: Range<Int>, _ body: ([UInt8], Int) -> Void) {
    var words = WordBuilder()
    var position = range.lowerBound
    while position < range.upperBound {
      let (value, end) = UTF8Text.scalar(text, at: position, limit: range.upperBound)
      position = end
      if value < 0x80 {
        appendASCII(UInt8(truncatingIfNeeded: value), to: &words, body)
      } else if let scalar = Unicode.Scalar(value) {
        append(scalar, to: &words, body)
      }
    }
    words.finish(body)
  }

  private func appendASCII(_ byte: UInt8, to words: inout WordBuilder, _ body: ([UInt8], Int) -> Void) {
    switch byte {
    case 0x09...0x0D, 0x20:
      // Vertical tab and form feed are control characters, which the reference tokenizers remove before splitting.
      if byte != 0x0B, byte != 0x0C { words.finish(body) }
    case 0..<0x20, 0x7F: break
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): words.append(lowercases ? byte | 0x20 : byte)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): words.append(byte)
    default: words.appendAlone(Unicode.Scalar(byte), body)
    }
  }

  private func append(_ scalar: Unicode.Scalar, to words: inout WordBuilder, _ body: ([UInt8], Int) -> Void) {
    let properties = scalar.properties
    if scalar.value == UTF8Text.illFormed { return }
    switch properties.generalCategory {
    case .control, .format, .privateUse, .surrogate: return
    default: break
    }
    if properties.isWhitespace { return words.finish(body) }
    let isChinese = Self.isChinese(scalar.value)
    if isChinese { words.finish(body) }
    if stripsAccents {
      Decompositions.forEachScalar(of: scalar) { part in
        if part.properties.generalCategory != .nonspacingMark { appendCased(part, to: &words, body) }
      }
    } else {
      appendCased(scalar, to: &words, body)
    }
    if isChinese { words.finish(body) }
  }

  private func appendCased(_ scalar: Unicode.Scalar, to words: inout WordBuilder, _ body: ([UInt8], Int) -> Void) {
    guard lowercases else { return appendFinished(scalar, to: &words, body) }
    for part in scalar.properties.lowercaseMapping.unicodeScalars { appendFinished(part, to: &words, body) }
  }

  private func appendFinished(_ scalar: Unicode.Scalar, to words: inout WordBuilder, _ body: ([UInt8], Int) -> Void) {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      words.appendAlone(scalar, body)
    default:
      if scalar.isASCII, !CharacterClass(scalar).isDisjoint(with: .asciiPunctuation) {
        words.appendAlone(scalar, body)
      } else {
        words.append(scalar)
      }
    }
  }

  /// The Chinese characters of BERT's list.
  ///
  /// The fifth range starts 0x100 too late, as in the reference tokenizers.
  private static func isChinese(_ value: UInt32) -> Bool {
    switch value {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F,
      0x2B920...0x2CEAF, 0xF900...0xFAFF, 0x2F800...0x2FA1F:
      true
    default: false
    }
  }
}

extension BERTNormalizer {
  /// A builder of words, which emits each word when it ends.
  private struct WordBuilder {
    private var word: [UInt8] = [UInt8(ascii: " ")]
    private var count = 0

    mutating func append(_ byte: UInt8) {
      word.append(byte)
      count += 1
    }

    mutating func append(_ scalar: Unicode.Scalar) {
      word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      count += 1
    }

    /// Emits a word of one character, after the pending word.
    mutating func appendAlone(_ scalar: Unicode.Scalar, _ body: ([UInt8], Int) -> Void) {
      finish(body)
      append(scalar)
      finish(body)
    }

    mutating func finish(_ body: ([UInt8], Int) -> Void) {
      guard count > 0 else { return }
      body(word, count)
      word.removeSubrange(1...)
      count = 0
    }
  }
}
