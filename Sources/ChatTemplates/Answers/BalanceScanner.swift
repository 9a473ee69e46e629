/// Finds the end of a bracketed text that comes in pieces, without reading what is in it.
struct BalanceScanner: Sendable {
  /// How deep brackets may be nested.
  static let maximumDepth = 128
  /// How many bytes a text may have.
  static let maximumLength = 1 << 22

  /// The texts that strings begin and end with.
  private let quotes: [[UInt8]]
  /// Whether a backslash in a string takes away the meaning of what follows.
  private let hasEscapes: Bool
  /// The brackets that are still to come, the next at the end.
  private var closing: [UInt8]
  /// The quote that the string at hand ends with, if there is one.
  private var quote: Int?
  /// How many bytes of each quote have been read.
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
  static let json = BalanceScanner(quotes: ["\""], hasEscapes: true)

  /// What a byte brings.
  enum Step {
    case inside
    /// The text has ended with this byte.
    case ended
    /// The byte cannot stand here; the bracket would be possible.
    case unexpected(expected: String)
  }

  /// Reads a byte.
  ///
  /// - Throws: ``AnswerError/tooLarge(limit:)``
  mutating func step(_ byte: UInt8) throws(AnswerError) -> Step {
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
    // What is scanned as a whole is an object.
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

  /// Goes on with a quote by a byte, and tells whether that completes it.
  private mutating func advance(_ index: Int, _ byte: UInt8) -> Bool {
    let text = quotes[index]
    // No quote in use repeats its first byte, so a failed match can only begin anew.
    matched[index] = text[matched[index]] == byte ? matched[index] + 1 : text[0] == byte ? 1 : 0
    guard matched[index] == text.count else { return false }
    matched[index] = 0
    return true
  }
}
