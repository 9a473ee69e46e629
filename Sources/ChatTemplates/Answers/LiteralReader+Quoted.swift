import SwiftletJSON

/// The parsing of strings in quotation marks.
extension LiteralReader {
  /// Reads a string up to a quotation mark and appends it with JSON escapes.
  mutating func append(quoted mark: UInt8) throws(Failure) {
    position += 1
    text.append(UInt8(ascii: "\""))
    while let byte = peek {
      position += 1
      switch byte {
      case mark:
        text.append(UInt8(ascii: "\""))
        return
      case UInt8(ascii: "\\"): try appendEscape()
      default: JSONString.append(byte, to: &text)
      }
    }
    throw failure("the end of a string")
  }

  private mutating func appendEscape() throws(Failure) {
    guard let byte = peek else { throw failure("the end of a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "\""):
      text += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "'"): text.append(byte)
    case UInt8(ascii: "u"): try appendHex(4)
    case UInt8(ascii: "x"): try appendHex(2)
    default:
      // Unknown escapes are kept verbatim, as in Python.
      text += "\\\\".utf8
      JSONString.append(byte, to: &text)
    }
  }

  private mutating func appendHex(_ count: Int) throws(Failure) {
    let digits = bytes[position...].prefix(count)
    guard digits.count == count, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      throw failure("\(count) hexadecimal digits")
    }
    text += "\\u".utf8 + [UInt8](repeating: UInt8(ascii: "0"), count: 4 - count) + digits
    position += count
  }
}
