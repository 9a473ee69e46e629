/// Reads JSON text strictly, as RFC 8259 has it, with a limit of depth.
///
/// The module `Swiftlet` has a reader of its own, for what models write: texts that have not arrived in full, in which
/// every value says whether it is complete. One for both would have to carry that through all schemas, or be read twice.
struct JSONReader {
  /// How deeply arrays and objects may nest.
  static let maximumDepth = 512

  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The document that the bytes are.
  static func read(_ bytes: [UInt8]) throws(GuideError) -> JSONValue {
    var reader = JSONReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.error("expected nothing after the document") }
    return value
  }

  func error(_ reason: String) -> GuideError { .malformedJSON(offset: position, reason: reason) }

  /// The byte at the current position, 0 at the end: no JSON has a bare 0.
  var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 { position += 1 }
  }

  mutating func value() throws(GuideError) -> JSONValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(GuideError) -> JSONValue {
    for byte in word.description.utf8 {
      guard current == byte else { throw error("expected \(word)") }
      position += 1
    }
    return value
  }

  private mutating func enter() throws(GuideError) {
    position += 1
    depth += 1
    guard depth <= Self.maximumDepth else { throw error("more than \(Self.maximumDepth) levels of nesting") }
    skipSpace()
  }

  private mutating func object() throws(GuideError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var members: [JSONValue.Member] = []
    if current == UInt8(ascii: "}") {
      position += 1
      return .object(members)
    }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("expected a member's name") }
      let name = try string()
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw error("expected a colon") }
      position += 1
      members.append(.init(name: name, value: try value()))
      skipSpace()
      if current == UInt8(ascii: "}") { break }
      guard current == UInt8(ascii: ",") else { throw error("expected a comma or the object's end") }
      position += 1
    }
    position += 1
    return .object(members)
  }

  private mutating func array() throws(GuideError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    if current == UInt8(ascii: "]") {
      position += 1
      return .array(elements)
    }
    while true {
      elements.append(try value())
      skipSpace()
      if current == UInt8(ascii: "]") { break }
      guard current == UInt8(ascii: ",") else { throw error("expected a comma or the array's end") }
      position += 1
    }
    position += 1
    return .array(elements)
  }
}
