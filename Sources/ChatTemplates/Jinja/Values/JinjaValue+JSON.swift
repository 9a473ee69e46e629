/// Why a text is not JSON.
public struct JinjaJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it stops being JSON, in bytes from the beginning.
  public let offset: Int
  /// What JSON has there.
  public let expected: String

  /// The place and what was expected.
  public var description: String { "not JSON at byte \(offset): expected \(expected)" }
}

extension JinjaValue {
  /// Reads JSON text (RFC 8259), keeping the order of members.
  ///
  /// Numbers without a fraction and an exponent are integers if they fit, all others are floating point. Half of a
  /// surrogate pair becomes a replacement character.
  ///
  /// - Parameters:
  ///   - json: The text in UTF-8.
  ///   - trusted: Whether control tokens written out in the text's strings count.
  ///   - nesting: How deep lists and dictionaries may nest.
  /// - Throws: ``JinjaJSONError`` if it is not JSON or nests too deep.
  public init(
    json: some Sequence<UInt8>, trusted: Bool = false, nesting: Int = JinjaLimits.standard.nesting
  ) throws(JinjaJSONError) {
    var reader = JinjaJSONReader(bytes: Array(json), isTrusted: trusted, nesting: nesting)
    self = try reader.document()
  }

  /// Reads JSON text (RFC 8259), keeping the order of members.
  ///
  /// - Throws: ``JinjaJSONError`` if it is not JSON or nests too deep.
  public init(json: String, trusted: Bool = false) throws(JinjaJSONError) {
    try self.init(json: json.utf8, trusted: trusted)
  }
}

/// Reads JSON by recursive descent.
struct JinjaJSONReader {
  let bytes: [UInt8]
  let isTrusted: Bool
  let nesting: Int
  private var position = 0
  private var depth = 0

  init(bytes: [UInt8], isTrusted: Bool, nesting: Int) {
    self.bytes = bytes
    self.isTrusted = isTrusted
    self.nesting = nesting
  }

  mutating func document() throws(JinjaJSONError) -> JinjaValue {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw error("the end of the text") }
    return value
  }

  private func error(_ expected: String) -> JinjaJSONError { JinjaJSONError(offset: position, expected: expected) }

  /// The byte at the current position, 0 at the end: no JSON has a bare 0.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 { position += 1 }
  }

  private mutating func value() throws(JinjaJSONError) -> JinjaValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string(), isTrusted: isTrusted)
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .none)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JinjaValue) throws(JinjaJSONError) -> JinjaValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error(word) }
    position += word.utf8.count
    return value
  }

  private mutating func enter() throws(JinjaJSONError) {
    depth += 1
    guard depth <= nesting else { throw error("at most \(nesting) levels of nesting") }
    position += 1
    skipSpace()
  }

  private mutating func object() throws(JinjaJSONError) -> JinjaValue {
    try enter()
    defer { depth -= 1 }
    var members = JinjaDictionary()
    while current != UInt8(ascii: "}") {
      guard current == UInt8(ascii: "\"") else { throw error("a member's name") }
      let name = try string()
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw error("a colon") }
      position += 1
      members[name] = try value()
      try separate(from: UInt8(ascii: "}"))
    }
    position += 1
    return .dictionary(members)
  }

  private mutating func array() throws(JinjaJSONError) -> JinjaValue {
    try enter()
    defer { depth -= 1 }
    var elements: [JinjaValue] = []
    while current != UInt8(ascii: "]") {
      elements.append(try value())
      try separate(from: UInt8(ascii: "]"))
    }
    position += 1
    return .list(elements)
  }

  /// Goes to the next element or to the closing bracket.
  private mutating func separate(from end: UInt8) throws(JinjaJSONError) {
    skipSpace()
    guard current != end else { return }
    guard current == UInt8(ascii: ",") else { throw error("a comma or the closing bracket") }
    position += 1
    skipSpace()
    guard current != end else { throw error("another element") }
  }
}

/// Numbers and strings.
extension JinjaJSONReader {
  private mutating func number() throws(JinjaJSONError) -> JinjaValue {
    let start = position
    var isWhole = true
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    return .double(Double(text) ?? .nan)
  }

  private mutating func digits() throws(JinjaJSONError) {
    guard (0x30...0x39).contains(current) else { throw error("a value or a digit") }
    while (0x30...0x39).contains(current) { position += 1 }
  }

  private mutating func string() throws(JinjaJSONError) -> String {
    position += 1
    var content: [UInt8] = []
    while true {
      let start = position
      while current >= 0x20, current != UInt8(ascii: "\""), current != UInt8(ascii: "\\") { position += 1 }
      content += bytes[start..<position]
      if current == UInt8(ascii: "\"") { break }
      guard current == UInt8(ascii: "\\") else { throw error("the string's end, or an escape for the character") }
      try escape(&content)
    }
    guard let text = String(validating: content, as: UTF8.self) else { throw error("UTF-8 in the string before") }
    position += 1
    return text
  }

  private mutating func escape(_ content: inout [UInt8]) throws(JinjaJSONError) {
    position += 1
    let kind = current
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(kind)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "u"):
      var code = try codeUnit()
      if code & 0xFC00 == 0xD800, bytes[position...].starts(with: "\\u".utf8) {
        let start = position
        position += 2
        let low = try codeUnit()
        if low & 0xFC00 == 0xDC00 { code = 0x1_0000 + (code & 0x3FF) << 10 + low & 0x3FF } else { position = start }
      }
      content += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
    default:
      position -= 1
      throw error("one of the escapes of JSON")
    }
  }

  private mutating func codeUnit() throws(JinjaJSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard current < 0x80, let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
        throw error("four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
