/// A minimal JSON splitter that preserves the text of members and elements.
enum OrderedJSON {
  struct Malformed: Error {}

  /// Returns the texts of an object's members by name.
  static func members(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for part in try parts(bytes, UInt8(ascii: "{")) {
      guard let colon = colon(part) else { throw Malformed() }
      let name = compact(Array(part[..<colon])).dropFirst().dropLast()
      result[String(decoding: name, as: UTF8.self)] = Array(part[(colon + 1)...])
    }
    return result
  }

  /// Returns the texts of an array's elements.
  static func elements(_ bytes: [UInt8]) throws -> [[UInt8]] { try parts(bytes, UInt8(ascii: "[")) }

  /// Returns the text without insignificant white space.
  static func compact(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in bytes {
      if !isQuoted, byte <= 0x20 { continue }
      result.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
    }
    return result
  }

  private static func colon(_ bytes: [UInt8]) -> Int? {
    var isQuoted = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if !isQuoted, byte == UInt8(ascii: ":") { return index }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
    }
    return nil
  }

  private static func parts(_ bytes: [UInt8], _ bracket: UInt8) throws -> [[UInt8]] {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), bytes[start] == bracket else { throw Malformed() }
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for byte in bytes[start...] {
      if !isQuoted, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      let isOutermost = depth == 1 && !isQuoted && byte == UInt8(ascii: ",")
      if depth == 0, !current.isEmpty || byte != bracket {
        if current.contains(where: { $0 > 0x20 }) { result.append(current) }
        return result
      }
      if isOutermost {
        result.append(current)
        current = []
      } else if depth > 0 {
        current.append(byte)
      }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      if !isQuoted, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
    }
    throw Malformed()
  }
}
