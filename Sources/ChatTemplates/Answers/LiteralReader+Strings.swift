extension LiteralReader {
  /// Writes bytes of UTF-8 as a string of JSON.
  static func append(string bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in bytes { append(character: byte, to: &text) }
    text.append(UInt8(ascii: "\""))
  }

  /// Writes a byte of UTF-8 as it stands in a string of JSON.
  static func append(character byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): text += "\\\"".utf8
    case UInt8(ascii: "\\"): text += "\\\\".utf8
    case 0x0A: text += "\\n".utf8
    case 0x0D: text += "\\r".utf8
    case 0x09: text += "\\t".utf8
    case 0..<0x20:
      text += "\\u00".utf8
      text.append(byte < 16 ? 0x30 : 0x31)
      text.append(hexDigit(byte & 15))
    default: text.append(byte)
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
