// Strings; those without escapes, which are most, are validated and copied in one piece.

extension JSONScanner {
  /// A string whose closing quotation mark has not been read.
  struct OpenString {
    /// The content so far, with escapes decoded.
    var content: [UInt8]
    /// The offset of the content in the text, after the opening quotation mark.
    var start: Int
  }

  /// Scans a string, or the rest of the open one, up to the closing quotation mark.
  ///
  /// - Returns: The string, or `nil` if the text ends first: ``openString`` then holds it, without an incomplete
  ///   escape.
  mutating func string() throws(JSONError) -> String? {
    var string: OpenString
    if let rest = openString.take() {
      string = rest
    } else {
      position += 1
      let start = position
      skipUnescaped()
      if peek == UInt8(ascii: "\"") {
        position += 1
        return try text(bytes[start..<position - 1], from: discardedCount + start)
      }
      string = OpenString(content: Array(bytes[start..<position]), start: discardedCount + start)
    }
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text(string.content[...], from: string.start)
      case UInt8(ascii: "\\"):
        let start = position
        guard try escape(&string.content) else {
          position = start
          openString = string
          return nil
        }
      case 0..<0x20: throw error(.controlCharacter(byte))
      default:
        let start = position
        skipUnescaped()
        string.content += bytes[start..<position]
      }
    }
    openString = string
    return nil
  }

  /// Advances to the next quotation mark, backslash or control character.
  private mutating func skipUnescaped() {
    var end = position
    while end < bytes.count {
      let byte = bytes[end]
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      end += 1
    }
    position = end
  }

  private func text(_ content: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw JSONError(offset: start, problem: .invalidUTF8)
    }
    return text
  }

  // MARK: Escapes

  /// Decodes an escape, or the two escapes of a surrogate pair; returns false if the text ends within it.
  private mutating func escape(_ content: inout [UInt8]) throws(JSONError) -> Bool {
    guard position + 1 < bytes.count else { return false }
    let kind = bytes[position + 1]
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(kind)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): return try codePoint(&content)
    default: throw invalidEscape(length: 2)
    }
    position += 2
    return true
  }

  private mutating func codePoint(_ content: inout [UInt8]) throws(JSONError) -> Bool {
    let start = position
    guard let unit = try codeUnit() else { return false }
    if let scalar = Unicode.Scalar(unit) {
      content.append(contentsOf: UTF8.encode(scalar) ?? .init())
      return true
    }
    if unit < 0xDC00 {
      // A low surrogate must follow.
      guard peek != nil else { return false }
      let next = position
      if peek == UInt8(ascii: "\\") {
        guard position + 1 < bytes.count else { return false }
        if bytes[position + 1] == UInt8(ascii: "u") {
          guard let low = try codeUnit() else { return false }
          if 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF)
          {
            content.append(contentsOf: UTF8.encode(scalar) ?? .init())
            return true
          }
        }
      }
      position = next
    }
    guard options.replacesLoneSurrogates else {
      throw JSONError(offset: discardedCount + start, problem: .loneSurrogate(unit))
    }
    content.append(contentsOf: "\u{FFFD}".utf8)
    return true
  }

  /// Decodes a `\uXXXX` escape; returns `nil` if the text ends within it.
  private mutating func codeUnit() throws(JSONError) -> UInt16? {
    var unit: UInt16 = 0
    for index in position + 2..<position + 6 {
      guard index < bytes.count else { return nil }
      guard let digit = Self.hexadecimalValue(of: bytes[index]) else { throw invalidEscape(length: 6) }
      unit = unit << 4 | UInt16(digit)
    }
    position += 6
    return unit
  }

  private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private func invalidEscape(length: Int) -> JSONError {
    let rest = String(decoding: bytes[position...].prefix(4 * length), as: UTF8.self)
    return error(.invalidEscape(String(String.UnicodeScalarView(rest.unicodeScalars.prefix(length)))))
  }
}
