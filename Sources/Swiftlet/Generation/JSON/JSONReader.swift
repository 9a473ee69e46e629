/// Reads JSON, or as much of it as has arrived.
///
/// The grammar is RFC 8259's without exceptions, and the order of keys and the text of numbers are kept. Where the
/// text ends early, what is open is closed: a string shows what it has, while keys without values, and numbers and
/// words that could still go on, are left out. Everything that was open says so by
/// ``GeneratedContent/isComplete``. Of several values of one key the last counts, in the place of the first.
///
/// The reader keeps a stack of its own, since a hostile text could exhaust that of the thread.
struct JSONReader {
  /// How deep arrays and objects may be nested.
  static let maximumDepth = 256
  /// How long a text may be, in bytes of UTF-8.
  ///
  /// An element of two bytes takes some fifty in memory.
  static let maximumLength = 1 << 24

  /// The text, in UTF-8.
  let bytes: [UInt8]
  /// Where the reader stands.
  var offset = 0
  /// The containers around the place where the reader stands.
  var open: [Container] = []

  /// An array or an object whose end is still to come.
  struct Container {
    var isObject: Bool
    var elements: [GeneratedContent] = []
    var properties: [String: GeneratedContent] = [:]
    var keys: [String] = []
    /// The key whose value is being read.
    var key: String?
  }

  /// What a place in the text turned out to hold.
  enum Reading<Value> {
    /// A value and all of its text.
    case complete(Value)
    /// The end of the text, with what of a value can be shown before it.
    case ended(Value?)
  }

  /// Reads a text.
  ///
  /// - Parameter text: A JSON text, or the beginning of one.
  /// - Returns: The value. It is an incomplete null if not even the kind of value is known.
  /// - Throws: ``JSONReadingError``
  static func read(_ text: String) throws(JSONReadingError) -> GeneratedContent {
    guard text.utf8.count <= maximumLength else {
      throw JSONReadingError(offset: maximumLength, problem: .tooLong(limit: maximumLength))
    }
    var reader = JSONReader(bytes: Array(text.utf8))
    return try reader.document()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func document() throws(JSONReadingError) -> GeneratedContent {
    while true {
      var reading = try value()
      // A value may be the last one of several containers.
      while case .some(.complete(let value)) = reading {
        guard !open.isEmpty else { return try end(value) }
        attach(value)
        reading = try afterElement()
      }
      if case .some(.ended(let part)) = reading { return closed(part) }
    }
  }

  // MARK: Values

  /// Reads a scalar or the beginning of a container, for which the result is `nil`.
  private mutating func value() throws(JSONReadingError) -> Reading<GeneratedContent>? {
    skipSpace()
    guard let byte = peek else { return .ended(nil) }
    switch byte {
    case UInt8(ascii: "{"):
      try begin(isObject: true)
      return try firstElement(end: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      try begin(isObject: false)
      return try firstElement(end: UInt8(ascii: "]"))
    case UInt8(ascii: "\""):
      switch try string() {
      case .complete(let text): return .complete(GeneratedContent(.string(text)))
      case .ended(let text): return .ended(text.map { GeneratedContent(.string($0), isComplete: false) })
      }
    case UInt8(ascii: "t"): return try word("true", GeneratedContent(.bool(true)))
    case UInt8(ascii: "f"): return try word("false", GeneratedContent(.bool(false)))
    case UInt8(ascii: "n"): return try word("null", GeneratedContent(.null))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard case .complete(let number) = try number() else { return .ended(nil) }
      // Within a container the next piece of text could be another digit.
      return peek == nil && !open.isEmpty ? .ended(nil) : .complete(GeneratedContent(.number(number)))
    default: throw unexpected(expected: "a value")
    }
  }

  private mutating func word(
    _ word: String, _ value: GeneratedContent
  ) throws(JSONReadingError) -> Reading<GeneratedContent> {
    for expected in word.utf8 {
      guard let byte = peek else { return .ended(nil) }
      guard byte == expected else { throw unexpected(expected: "'\(word)'") }
      offset += 1
    }
    return .complete(value)
  }

  // MARK: The end of the text

  /// Closes what is open at the end of a text that ended early.
  private mutating func closed(_ part: GeneratedContent?) -> GeneratedContent {
    var part = part
    while !open.isEmpty {
      if let part { attach(part) }
      part = popped(isComplete: false)
    }
    return part ?? GeneratedContent(.null, isComplete: false)
  }

  private mutating func end(_ value: GeneratedContent) throws(JSONReadingError) -> GeneratedContent {
    skipSpace()
    guard peek == nil else { throw error(.trailingText(found)) }
    return value
  }
}
