/// A small generator whose numbers depend on the seed alone (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Texts that are difficult to tokenize.
enum RandomText {
  private static let fragments = [
    " ", "  ", "\n", "\r\n", "\t", "\u{00A0}", "\u{3000}", "\u{2028}", "'s", "'LL", "'", "’", "the", "Hello", "WORLD",
    "naïve", "Straße", "нещо", "漢字", "かな", "हिन्दी", "ไทย", "🦙", "👩‍👩‍👧", "e\u{301}", "1", "42", "1234567", "½", "٣", "Ⅷ",
    ".", "...", "--", "/", "<|", "|>", "`", "$", "ſ", "\u{200B}", "\0", "\u{10FFFF}",
  ]

  /// Pieces of many scripts in random order.
  static func mixed(_ generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...40, using: &generator) { text += fragments.randomElement(using: &generator) ?? "" }
    return text
  }

  /// Arbitrary scalars.
  static func scalars(_ generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let limit: UInt32 = [0x80, 0x800, 0x3000, 0x1_0000, 0x11_0000].randomElement(using: &generator) ?? 0x80
      let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator))
      if let scalar { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// Random bytes, which are rarely valid UTF-8.
  static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...80, using: &generator)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
