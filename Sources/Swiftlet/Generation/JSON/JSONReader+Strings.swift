// Strings: plain stretches are taken over as bytes, since a Swift string cannot hold invalid UTF-8.

extension JSONReader {
  /// Reads a string, from quotation mark to quotation mark.
  ///
  /// Of a string whose end is missing, what has arrived is the result, except for half an escape at its end.
  mutating func string() throws(JSONReadingError) -> Reading<String> {
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return .complete(String(decoding: text, as: UTF8.self))
      case UInt8(ascii: "\\"):
        guard let scalar = try escape() else { return .ended(String(decoding: text, as: UTF8.self)) }
        text.append(contentsOf: UTF8.encode(scalar) ?? .init())
      case 0..<0x20: throw error(.controlCharacter(byte))
      default:
        let start = offset
        repeat {
          offset += 1
        } while peek.map { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") } ?? false
        text += bytes[start..<offset]
      }
    }
    return .ended(String(decoding: text, as: UTF8.self))
  }

  /// Reads an escape sequence, or a pair of them for a surrogate pair.
  ///
  /// The result is `nil` if the text ends in it.
  private mutating func escape() throws(JSONReadingError) -> Unicode.Scalar? {
    let start = offset
    guard offset + 1 < bytes.count else { return nil }
    let kind = bytes[offset + 1]
    if let simple = Self.simpleEscapes[kind] {
      offset += 2
      return simple
    }
    guard kind == UInt8(ascii: "u") else { throw invalidEscape() }
    guard let unit = try unicodeEscape() else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let lone = JSONReadingError(offset: start, problem: .loneSurrogate(unit))
    guard unit < 0xDC00 else { throw lone }
    guard let next = peek else { return nil }
    guard next == UInt8(ascii: "\\") else { throw lone }
    guard offset + 1 < bytes.count else { return nil }
    guard bytes[offset + 1] == UInt8(ascii: "u") else { throw lone }
    guard let low = try unicodeEscape() else { return nil }
    guard 0xDC00...0xDFFF ~= low else { throw lone }
    return Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF)
  }

  /// Reads four hexadecimal digits after a backslash and a `u`.
  ///
  /// The result is `nil` if the text ends in it.
  private mutating func unicodeEscape() throws(JSONReadingError) -> UInt16? {
    var unit: UInt16 = 0
    for index in offset + 2..<offset + 6 {
      guard index < bytes.count else { return nil }
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else { throw invalidEscape() }
      unit = unit << 4 | UInt16(digit)
    }
    offset += 6
    return unit
  }

  private func invalidEscape() -> JSONReadingError {
    let sequence = bytes[offset...].prefix(bytes[offset + 1] == UInt8(ascii: "u") ? 6 : 2)
    return error(.invalidEscape(String(decoding: sequence, as: UTF8.self)))
  }

  private static let simpleEscapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]
}
