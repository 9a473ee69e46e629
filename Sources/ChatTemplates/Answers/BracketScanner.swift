/// An incremental scanner for the end of a bracketed text, which matches brackets without parsing the content.
struct BracketScanner: Sendable {
  /// The maximum nesting depth of brackets.
  static let maximumDepth = 128
  /// The maximum length of a text in bytes.
  static let maximumLength = 1 << 22

  /// The delimiters of strings.
  private let quotes: [[UInt8]]
  /// True if a backslash in a string escapes the next byte.
  private let hasEscapes: Bool
  /// The stack of expected closing brackets.
  private var closing: [UInt8]
  /// The index of the delimiter of the current string, if there is one.
  private var quote: Int?
  /// The number of matched bytes of each delimiter.
  private var matched: [Int]
  private var isEscaped = false
  private var length = 0

  init(quotes: [String], hasEscapes: Bool, opened: [UInt8] = []) {
    self.quotes = quotes.map { Array($0.utf8) }
    self.hasEscapes = hasEscapes
    closing = opened
    matched = quotes.map { _ in 0 }
  }

  /// The scanner for a JSON object.
  static let json = BracketScanner(quotes: ["\""], hasEscapes: true)

  /// The result of scanning a byte.
  enum ScanResult {
    case inside
    /// The byte ends the text.
    case ended
    /// The byte is invalid at this position.
    case unexpected(expected: String)
  }

  /// Scans a byte.
  ///
  /// - Throws: ``AnswerError/tooLarge(limit:)``
  mutating func scan(_ byte: UInt8) throws(AnswerError) -> ScanResult {
    length += 1
    guard length <= Self.maximumLength else { throw .tooLarge(limit: "\(Self.maximumLength) bytes") }
    if let quote {
      if isEscaped {
        isEscaped = false
      } else if hasEscapes, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if advance(quote, byte) {
        self.quote = nil
      }
      return .inside
    }
    // Without an opened bracket, the text has to be an object.
    if closing.isEmpty, !byte.isSpace, byte != UInt8(ascii: "{") { return .unexpected(expected: "an object") }
    for index in quotes.indices where advance(index, byte) {
      for other in quotes.indices { matched[other] = 0 }
      quote = index
      return .inside
    }
    switch byte {
    case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
    case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
    case UInt8(ascii: "("): closing.append(UInt8(ascii: ")"))
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
      guard let expected = closing.last, byte == expected else {
        return .unexpected(expected: closing.last.map { "\"\(Character(Unicode.Scalar($0)))\"" } ?? "")
      }
      closing.removeLast()
      return closing.isEmpty ? .ended : .inside
    default: break
    }
    guard closing.count <= Self.maximumDepth else { throw .tooLarge(limit: "\(Self.maximumDepth) levels") }
    return .inside
  }

  /// Matches a byte against a delimiter and returns whether that completes it.
  private mutating func advance(_ index: Int, _ byte: UInt8) -> Bool {
    let text = quotes[index]
    // No delimiter in use repeats its first byte, so a failed match can only restart at this byte.
    matched[index] = text[matched[index]] == byte ? matched[index] + 1 : text[0] == byte ? 1 : 0
    guard matched[index] == text.count else { return false }
    matched[index] = 0
    return true
  }
}
