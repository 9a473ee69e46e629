/// What characters become when their accents are removed: their canonical decompositions without nonspacing marks.
///
/// The standard library compares strings by these decompositions, but does not tell them.
enum Decompositions {
  /// What each character becomes that does not stay; Hangul syllables are computed.
  private static let decompositions: [UInt32: [Unicode.Scalar]] = parsed()

  /// Calls `body` with each part of a character; marks that are not part of a decomposition are not removed.
  static func forEachScalar(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    if (0xAC00...0xD7A3).contains(scalar.value) {
      hangulParts(scalar.value - 0xAC00).forEach(body)
    } else if let parts = decompositions[scalar.value] {
      parts.forEach(body)
    } else {
      body(scalar)
    }
  }

  /// The letters of a syllable, after chapter 3.12 of the Unicode standard.
  private static func hangulParts(_ index: UInt32) -> [Unicode.Scalar] {
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
