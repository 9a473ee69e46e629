import Swiftlet

/// A generator that repeats itself.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns true with a probability of 1 / `count`.
  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func text() -> String {
    let alphabet = Array("abc \"\\/\n\t\u{1}\u{7F}é😀日e\u{301}{}[]:,0-")
    return String((0..<Int.random(in: 0...6, using: &self)).map { _ in alphabet.randomElement(using: &self) ?? "a" })
  }

  /// Content of any kind.
  mutating func content(depth: Int = 4) -> GeneratedContent {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
    case 0: return GeneratedContent(kind: .null)
    case 1: return GeneratedContent(Bool.random(using: &self))
    case 2: return GeneratedContent(Int.random(in: .min ... .max, using: &self) >> Int.random(in: 0..<63, using: &self))
    case 3:
      let double = Double(bitPattern: next())
      return GeneratedContent(double.isFinite ? double : 0.25)
    case 4: return GeneratedContent(text())
    case 5:
      return GeneratedContent(
        elements: (0..<Int.random(in: 0...3, using: &self)).map { _ in content(depth: depth - 1) })
    default:
      let properties = (0..<Int.random(in: 0...3, using: &self)).map { _ in
        (text(), content(depth: depth - 1) as any ConvertibleToGeneratedContent)
      }
      return GeneratedContent(properties: properties, uniquingKeysWith: { $1 })
    }
  }

  /// A text of JSON for an array or structure, with white space and escapes in places where they may be.
  mutating func jsonText() -> String {
    let parts = [content(depth: 2), content(depth: 3)]
    let text =
      chance(2)
      ? GeneratedContent(parts).jsonString
      : GeneratedContent(properties: ["a": parts[0], "b": parts[1]]).jsonString
    return text.map { character in
      switch character {
      case "é": chance(2) ? "\\u00e9" : "é"
      case "😀": chance(2) ? "\\uD83D\\uDE00" : "😀"
      case "/": chance(2) ? "\\/" : "/"
      default: String(character)
      }
    }.joined()
  }
}
