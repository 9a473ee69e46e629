/// An incremental decoder of UTF-8 and, within quotes, JSON escapes.
///
/// Its state is an integer, 0 at character boundaries, so that it can be part of an automaton's state. Overlong forms,
/// surrogates and values above U+10FFFF are rejected.
struct TextDecoder: Hashable, Sendable {
  /// True if the text is quoted, with escapes.
  var isQuoted: Bool
  /// True if any character may be escaped; otherwise each character has exactly one spelling.
  var allowsEveryEscape: Bool

  /// The result of one byte.
  enum Step {
    /// The byte is not allowed.
    case dead
    /// The byte is the opening quote.
    case opened
    /// The byte is the closing quote.
    case closed
    /// A character is complete.
    case scalar(UInt32)
    /// A multi-byte character is incomplete, and is one of the range.
    case partial(UInt32, ClosedRange<UInt32>)
    /// An escape is incomplete; `possibleCodePoints(of:)` returns its possible values.
    case escape(UInt32)
  }

  /// The state before the opening quote.
  static let unopened: UInt32 = 1 << 28
  private static let utf8: UInt32 = 2 << 28
  /// The state after a backslash.
  static let backslash: UInt32 = 3 << 28
  private static let hex: UInt32 = 4 << 28
  private static let high: UInt32 = 5 << 28
  private static let highBackslash: UInt32 = 6 << 28
  private static let low: UInt32 = 7 << 28

  /// Returns true for control characters without a single-letter escape.
  private static func needsHex(_ point: UInt32) -> Bool {
    point < 0x20 && !(8...10).contains(point) && point != 12 && point != 13
  }

  /// Advances by one byte from a state.
  func step(_ partial: UInt32, _ byte: UInt8) -> Step {
    switch partial & 0xF << 28 {
    case 0: return first(byte)
    case Self.unopened: return byte == UInt8(ascii: "\"") ? .opened : .dead
    case Self.utf8: return continuation(partial, byte)
    case Self.backslash: return escaped(byte)
    case Self.hex: return hexDigit(partial, byte)
    case Self.high: return byte == UInt8(ascii: "\\") ? pair(Self.highBackslash, partial) : .dead
    case Self.highBackslash: return byte == UInt8(ascii: "u") ? pair(Self.low, partial) : .dead
    default: return lowDigit(partial, byte)
    }
  }

  private func first(_ byte: UInt8) -> Step {
    if byte < 0x80 {
      guard isQuoted else { return .scalar(UInt32(byte)) }
      if byte == UInt8(ascii: "\"") { return .closed }
      if byte == UInt8(ascii: "\\") { return .escape(Self.backslash) }
      return byte < 0x20 ? .dead : .scalar(UInt32(byte))
    }
    switch byte {
    case 0xC2...0xDF: return partialSequence(length: 2, remaining: 1, bits: UInt32(byte & 0x1F))
    case 0xE0...0xEF: return partialSequence(length: 3, remaining: 2, bits: UInt32(byte & 0x0F))
    case 0xF0...0xF4: return partialSequence(length: 4, remaining: 3, bits: UInt32(byte & 0x07))
    default: return .dead
    }
  }

  private func partialSequence(length: UInt32, remaining: UInt32, bits: UInt32) -> Step {
    let minimum: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    let shift = 6 * remaining
    let lower = max(bits << shift, minimum)
    let upper = min((bits + 1) << shift - 1, length == 3 ? 0xFFFF : CodePointSet.last)
    guard lower <= upper, !(lower >= 0xD800 && upper <= 0xDFFF) else { return .dead }
    return .partial(Self.utf8 | length << 24 | remaining << 21 | bits, lower...upper)
  }

  private func continuation(_ partial: UInt32, _ byte: UInt8) -> Step {
    guard byte & 0xC0 == 0x80 else { return .dead }
    let bits = (partial & 0x1F_FFFF) << 6 | UInt32(byte & 0x3F)
    let remaining = partial >> 21 & 7
    return remaining == 1
      ? .scalar(bits) : partialSequence(length: partial >> 24 & 7, remaining: remaining - 1, bits: bits)
  }

  private func escaped(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): .scalar(UInt32(byte))
    case UInt8(ascii: "/"): allowsEveryEscape ? .scalar(UInt32(byte)) : .dead
    case UInt8(ascii: "b"): .scalar(8)
    case UInt8(ascii: "f"): .scalar(12)
    case UInt8(ascii: "n"): .scalar(10)
    case UInt8(ascii: "r"): .scalar(13)
    case UInt8(ascii: "t"): .scalar(9)
    case UInt8(ascii: "u"): .escape(Self.hex)
    default: .dead
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46, 0x61...0x66: UInt32(byte & 0x0F) + 9
    default: nil
    }
  }

  private func hexDigit(_ partial: UInt32, _ byte: UInt8) -> Step {
    guard let digit = Self.digit(byte) else { return .dead }
    let count = partial >> 16 & 7
    let value = (partial & 0xFFFF) << 4 | digit
    if count < 3 { return .escape(Self.hex | (count + 1) << 16 | value) }
    if value & 0xFC00 == 0xDC00 { return .dead }
    if value & 0xFC00 == 0xD800 { return allowsEveryEscape ? .escape(Self.high | (value & 0x3FF) << 12) : .dead }
    return allowsEveryEscape || Self.needsHex(value) ? .scalar(value) : .dead
  }

  private func pair(_ kind: UInt32, _ partial: UInt32) -> Step { .escape(kind | partial & 0x3F_F000) }

  private func lowDigit(_ partial: UInt32, _ byte: UInt8) -> Step {
    guard let digit = Self.digit(byte) else { return .dead }
    let count = partial >> 22 & 3
    let value = (partial & 0xFFF) << 4 | digit
    let high = partial & 0x3F_F000
    switch count {
    case 0: return digit == 0xD ? .escape(Self.low | 1 << 22 | high | value) : .dead
    case 1: return digit >= 0xC ? .escape(Self.low | 2 << 22 | high | value) : .dead
    case 2: return .escape(Self.low | 3 << 22 | high | value & 0xFFF)
    default: return .scalar(0x1_0000 + (high >> 2 | value & 0x3FF))
    }
  }

  /// Returns the code points that an incomplete character or escape can still denote.
  func possibleCodePoints(of partial: UInt32) -> [ClosedRange<UInt32>] {
    switch partial & 0xF << 28 {
    case Self.utf8:
      let step = partialSequence(length: partial >> 24 & 7, remaining: partial >> 21 & 7, bits: partial & 0x1F_FFFF)
      if case .partial(_, let range) = step { return [range] }
      return []
    case Self.backslash:
      return allowsEveryEscape
        ? [0...CodePointSet.last] : [0...0x1F, 0x22...0x22, 0x5C...0x5C]
    case Self.hex:
      let shift = 4 * (4 - (partial >> 16 & 7))
      let lower = (partial & 0xFFFF) << shift
      let upper = lower + (1 << shift - 1)
      if !allowsEveryEscape {
        return (lower...upper).lazy.prefix { $0 < 0x20 }.filter(Self.needsHex).map { $0...$0 }
      }
      var ranges: [ClosedRange<UInt32>] = []
      if lower < 0xD800 { ranges.append(lower...min(upper, 0xD7FF)) }
      if upper > 0xDFFF { ranges.append(max(lower, 0xE000)...upper) }
      let (first, last) = (max(lower, 0xD800), min(upper, 0xDBFF))
      if first <= last {
        ranges.append(0x1_0000 + (first - 0xD800) << 10...0x1_0000 + (last - 0xD800) << 10 + 0x3FF)
      }
      return ranges
    case Self.high, Self.highBackslash:
      let high = 0x1_0000 + (partial & 0x3F_F000) >> 2
      return [high...high + 0x3FF]
    default:
      let high = 0x1_0000 + (partial & 0x3F_F000) >> 2
      let count = partial >> 22 & 3
      if count < 2 { return [high...high + 0x3FF] }
      let shift = 4 * (4 - count)
      let lower = (partial & 0xFFF) << shift & 0x3FF
      return [high + lower...high + lower + (1 << shift - 1)]
    }
  }

  /// Returns the characters that a text completes, in UTF-8, up to a closing quote.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - partial: The state before it; if nil, it begins with the opening quote, if any.
  /// - Returns: The characters.
  func characters(of text: some Sequence<UInt8>, from partial: UInt32? = nil) -> [UInt8] {
    var partial = partial ?? (isQuoted ? Self.unopened : 0)
    var result: [UInt8] = []
    for byte in text {
      switch step(partial, byte) {
      case .dead, .closed: return result
      case .opened: partial = 0
      case .scalar(let point):
        result.append(utf8: point)
        partial = 0
      case .partial(let next, _), .escape(let next): partial = next
      }
    }
    return result
  }

  /// Returns the smallest bytes that complete a character.
  func firstContinuation(of partial: UInt32) -> [UInt8] {
    var (bytes, partial): ([UInt8], UInt32) = ([], partial)
    while partial != 0 {
      var next: UInt32?
      for byte in UInt8(0x80)...0xBF where next == nil {
        switch step(partial, byte) {
        case .partial(let after, _): next = after
        case .scalar: next = 0
        default: continue
        }
        bytes.append(byte)
      }
      guard let next else { return bytes }
      partial = next
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a character in UTF-8.
  mutating func append(utf8 point: UInt32) {
    guard let scalar = Unicode.Scalar(point), let bytes = UTF8.encode(scalar) else { return }
    append(contentsOf: bytes)
  }
}
