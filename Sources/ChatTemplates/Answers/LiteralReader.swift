import SwiftletJSON

/// A reader of values in the syntaxes that models use for arguments, which converts them to JSON.
///
/// JSON and Python literals are accepted alike (`True` and `true`, `'a'` and `"a"`, keys with and without quotation
/// marks), since models mix them.
struct LiteralReader {
  /// A syntax error at an offset.
  struct Failure: Error {
    var offset: Int
    var expected: String
  }

  let bytes: [UInt8]
  var position = 0
  /// The delimiter of strings other than quotation marks; empty if there is none.
  private let quote: [UInt8]
  var text: [UInt8] = []

  private init(_ bytes: some Sequence<UInt8>, quote: String) {
    self.bytes = Array(bytes)
    self.quote = Array(quote.utf8)
  }

  /// The JSON text of a value.
  static func value(_ bytes: some Sequence<UInt8>, quote: String = "") throws(Failure) -> String {
    var reader = LiteralReader(bytes, quote: quote)
    try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == reader.bytes.count else { throw reader.failure("the end") }
    return String(decoding: reader.text, as: UTF8.self)
  }

  /// The JSON text of an object for keyword arguments.
  static func arguments(_ bytes: some Sequence<UInt8>) throws(Failure) -> String {
    var reader = LiteralReader(bytes, quote: "")
    try reader.members(separator: UInt8(ascii: "="), end: nil, depth: 0)
    return String(decoding: reader.text, as: UTF8.self)
  }

  /// A JSON string.
  static func string(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    JSONString.append(quoted: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension LiteralReader {
  func failure(_ expected: String) -> Failure { Failure(offset: position, expected: expected) }

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte.isSpace { position += 1 }
  }

  private mutating func value(depth: Int) throws(Failure) {
    guard depth <= BracketScanner.maximumDepth else {
      throw failure("at most \(BracketScanner.maximumDepth) levels")
    }
    skipSpace()
    guard let byte = peek else { throw failure("a value") }
    switch byte {
    case UInt8(ascii: "{"):
      position += 1
      try members(separator: UInt8(ascii: ":"), end: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): try elements(end: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "("): try elements(end: UInt8(ascii: ")"), depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try append(quoted: byte)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: if !quote.isEmpty, bytes[position...].starts(with: quote) { try bare() } else { try word() }
    }
  }

  private mutating func elements(end: UInt8, depth: Int) throws(Failure) {
    position += 1
    text.append(UInt8(ascii: "["))
    try list(end: end) { (reader) throws(Failure) in try reader.value(depth: depth + 1) }
    position += 1
    text.append(UInt8(ascii: "]"))
  }

  /// Reads members up to the byte `end`, or to the end of the text if `end` is `nil`.
  private mutating func members(separator: UInt8, end: UInt8?, depth: Int) throws(Failure) {
    text.append(UInt8(ascii: "{"))
    try list(end: end) { (reader) throws(Failure) in
      try reader.key(separator)
      reader.skipSpace()
      try reader.take(separator)
      reader.text += ": ".utf8
      try reader.value(depth: depth + 1)
    }
    if end != nil { position += 1 }
    text.append(UInt8(ascii: "}"))
  }

  /// Reads items with commas between them, up to the byte `end` or to the end of the text.
  private mutating func list(end: UInt8?, item: (inout Self) throws(Failure) -> Void) throws(Failure) {
    var isFirst = true
    while true {
      skipSpace()
      if peek == end { return }
      if !isFirst {
        try take(UInt8(ascii: ","))
        skipSpace()
        // Python allows a trailing comma.
        if peek == end { return }
        text += ", ".utf8
      }
      isFirst = false
      try item(&self)
    }
  }

  private mutating func take(_ byte: UInt8) throws(Failure) {
    guard peek == byte else { throw failure("\"\(Character(Unicode.Scalar(byte)))\"") }
    position += 1
  }

  private mutating func key(_ separator: UInt8) throws(Failure) {
    if let byte = peek, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try append(quoted: byte) }
    if !quote.isEmpty, bytes[position...].starts(with: quote) { return try bare() }
    let start = position
    while let byte = peek, byte != separator, byte != UInt8(ascii: ","), !byte.isSpace { position += 1 }
    guard position > start else { throw failure("a name") }
    JSONString.append(quoted: bytes[start..<position], to: &text)
  }

  /// Reads a string between two delimiters `quote`.
  private mutating func bare() throws(Failure) {
    position += quote.count
    let start = position
    while position <= bytes.count - quote.count {
      if bytes[position...].starts(with: quote) {
        JSONString.append(quoted: bytes[start..<position], to: &text)
        position += quote.count
        return
      }
      position += 1
    }
    throw failure("the end of a string")
  }

  private mutating func number() throws(Failure) {
    let start = position
    while let byte = peek, byte.isNamePart || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") { position += 1 }
    let digits = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
    guard Self.isNumber(digits) else {
      position = start
      throw failure("a number")
    }
    text += digits
  }

  /// Returns true if bytes are a JSON number.
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var scanner = JSONScanner(bytes)
    do {
      guard case .number = try scanner.next() else { return false }
      return try scanner.next() == nil
    } catch {
      return false
    }
  }

  private mutating func word() throws(Failure) {
    let start = position
    while let byte = peek, byte.isNamePart { position += 1 }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "true", "True": text += "true".utf8
    case "false", "False": text += "false".utf8
    case "null", "None": text += "null".utf8
    default:
      position = start
      throw failure("a value")
    }
  }
}
