/// Character classes and escapes.
extension RegexParser {
  /// Parses a character class after its opening bracket.
  mutating func characterClass() throws(GuideError) -> CodePointSet {
    let isInverted = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !skip("]") {
      guard current != nil else { throw error("unterminated character class") }
      let lower = try classAtom()
      guard current == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        ranges += lower.ranges
        continue
      }
      position += 1
      let upper = try classAtom()
      guard let first = lower.single, let last = upper.single else {
        // Annex B: a hyphen next to a class escape is a literal hyphen.
        ranges += lower.ranges + CodePointSet("-").ranges + upper.ranges
        continue
      }
      guard first <= last else { throw error("the bounds of a range are out of order") }
      ranges.append(first...last)
    }
    let set = flags.folded(CodePointSet(ranges))
    return isInverted ? set.inverted : set
  }

  private mutating func classAtom() throws(GuideError) -> CodePointSet {
    guard let scalar = current else { throw error("unterminated character class") }
    position += 1
    return scalar == "\\" ? try escape(inClass: true) : CodePointSet(scalar)
  }

  /// Parses an escape after its backslash.
  mutating func escape(inClass: Bool) throws(GuideError) -> CodePointSet {
    guard let scalar = current else { throw error("a trailing backslash") }
    position += 1
    switch scalar {
    case "d": return RegexClasses.digits
    case "D": return RegexClasses.digits.inverted
    case "w": return flags.folded(RegexClasses.word)
    case "W": return flags.folded(RegexClasses.word).inverted
    case "s": return RegexClasses.space
    case "S": return RegexClasses.space.inverted
    case "t": return CodePointSet("\t")
    case "n": return CodePointSet("\n")
    case "r": return CodePointSet("\r")
    case "v": return CodePointSet("\u{B}")
    case "f": return CodePointSet("\u{C}")
    case "0":
      guard current.map({ !("0"..."9").contains($0) }) ?? true else { throw error("octal escapes are not supported") }
      return CodePointSet("\0")
    case "b":
      // Outside of classes it is an assertion, parsed before.
      guard inClass else { throw error("the unknown escape \\b") }
      return CodePointSet("\u{8}")
    case "1"..."9", "k": throw error("back-references are not supported")
    case "c":
      guard let letter = current, letter.isASCII, letter.properties.isAlphabetic else {
        throw error("expected a letter after \\c")
      }
      position += 1
      return CodePointSet([letter.value & 31...letter.value & 31])
    case "x", "u":
      let set = CodePointSet(scalar == "x" ? try self.scalar(hexDigits: 2) : try unicodeEscape())
      // A class is folded as a whole, since this may be a bound of a range.
      return inClass ? set : flags.folded(set)
    case "p", "P":
      let set = flags.folded(try property())
      return scalar == "P" ? set.inverted : set
    case "a"..."z", "A"..."Z": throw error("the unknown escape \\\(scalar)")
    default: return CodePointSet(scalar)
    }
  }

  private mutating func code(hexDigits: Int) throws(GuideError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<hexDigits {
      guard let digit = current, digit.isASCII, let value = Character(digit).hexDigitValue else {
        throw error("expected \(hexDigits) hexadecimal digits")
      }
      code = code << 4 | UInt32(value)
      position += 1
    }
    return code
  }

  private mutating func scalar(hexDigits: Int) throws(GuideError) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(try code(hexDigits: hexDigits)) else { throw error("an unpaired surrogate") }
    return scalar
  }

  private mutating func unicodeEscape() throws(GuideError) -> Unicode.Scalar {
    if skip("{") {
      var code: UInt32 = 0
      while let digit = current, digit.isASCII, let value = Character(digit).hexDigitValue, code < 0x11_0000 {
        code = code << 4 | UInt32(value)
        position += 1
      }
      guard skip("}"), let scalar = Unicode.Scalar(code) else { throw error("expected a code point in braces") }
      return scalar
    }
    let first = try code(hexDigits: 4)
    if first & 0xFC00 == 0xD800, skip(all: "\\u") {
      let second = try code(hexDigits: 4)
      if second & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        return scalar
      }
    }
    guard let scalar = Unicode.Scalar(first) else { throw error("an unpaired surrogate") }
    return scalar
  }

  private mutating func property() throws(GuideError) -> CodePointSet {
    guard skip("{") else { throw error("expected a property's name in braces") }
    let start = position
    while let scalar = current, scalar != "}" { position += 1 }
    let name = String(String.UnicodeScalarView(scalars[start..<position]))
    guard skip("}"), let set = UnicodeProperties.set(named: name) else {
      throw error("the Unicode property \(name.debugDescription) is not supported")
    }
    return set
  }
}

extension CodePointSet {
  /// The only member, nil unless there is exactly one.
  fileprivate var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
