/// Serialisation of JSON strings: only required characters are escaped, with the shortest escape.
public enum JSONString {
  /// Returns the string as a JSON string literal.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - escapingNonASCII: True to escape everything except printable ASCII characters.
  /// - Returns: JSON text.
  public static func quoted(_ string: String, escapingNonASCII: Bool = false) -> String {
    let isPlain = string.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && !(escapingNonASCII && byte >= 0x7F)
    }
    if isPlain { return "\"" + string + "\"" }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(string.utf8.count + 16)
    bytes.append(UInt8(ascii: "\""))
    if escapingNonASCII {
      for unit in string.utf16 {
        if unit < 0x7F { append(UInt8(unit), to: &bytes) } else { append(escaped: unit, to: &bytes) }
      }
    } else {
      for byte in string.utf8 { append(byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a JSON string literal.
  ///
  /// - Parameters:
  ///   - content: The string in UTF-8.
  ///   - bytes: The text to append to.
  @inlinable
  public static func append(quoted content: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in content { append(byte, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends one byte of a string's content, escaped if required.
  ///
  /// - Parameters:
  ///   - byte: A byte of UTF-8.
  ///   - bytes: The text to append to.
  @inlinable
  public static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      bytes.append(byte)
    } else {
      append(special: byte, to: &bytes)
    }
  }

  @usableFromInline
  static func append(special byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    default: append(escaped: UInt16(byte), to: &bytes)
    }
  }

  private static func append(escaped unit: UInt16, to bytes: inout [UInt8]) {
    bytes += "\\u".utf8
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
