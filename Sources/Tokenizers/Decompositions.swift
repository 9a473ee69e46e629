/// The canonical decompositions of characters without nonspacing marks, for accent stripping.
///
/// The standard library compares strings by decompositions, but does not expose them.
enum Decompositions {
  /// The decomposition of each character that has one, except Hangul syllables, which are computed.
  private static let decompositions: [UInt32: [Unicode.Scalar]] = parsed()

  /// Calls `body` with each scalar of a decomposition; marks outside of decompositions are kept.
  static func forEachScalar(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    if (0xAC00...0xD7A3).contains(scalar.value) {
      hangulJamo(scalar.value - 0xAC00).forEach(body)
    } else if let parts = decompositions[scalar.value] {
      parts.forEach(body)
    } else {
      body(scalar)
    }
  }

  /// The jamo of a Hangul syllable (The Unicode Standard, section 3.12).
  private static func hangulJamo(_ index: UInt32) -> [Unicode.Scalar] {
    let trailing = index % 28
    let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (trailing > 0 ? [0x11A7 + trailing] : [])
    return parts.compactMap { Unicode.Scalar($0) }
  }

  private static func parsed() -> [UInt32: [Unicode.Scalar]] {
    var decompositions: [UInt32: [Unicode.Scalar]] = [:]
    var code: UInt32 = 0
    for word in table.description.utf8.split(separator: UInt8(ascii: " ")) {
      if word.last == UInt8(ascii: ":") {
        code = number(word.dropLast(), radix: 16)
        continue
      }
      let halves = word.split(separator: UInt8(ascii: "*"))
      let parts = halves[0].split(separator: UInt8(ascii: "+")).filter { $0.first != UInt8(ascii: "-") }
      let scalars = parts.compactMap { Unicode.Scalar(number($0, radix: 16)) }
      for _ in 0..<(halves.count == 2 ? number(halves[1], radix: 10) : 1) {
        decompositions[code] = scalars
        code += 1
      }
    }
    return decompositions
  }

  private static func number(_ digits: Substring.UTF8View, radix: Int) -> UInt32 {
    UInt32(Substring(digits), radix: radix) ?? 0
  }
}
