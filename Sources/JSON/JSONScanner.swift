/// Takes a JSON text apart, event by event, however the text arrives.
///
/// ```swift
/// var scanner = JSONScanner(Array(#"{"a": [1]}"#.utf8))
/// while let event = try scanner.next() { print(event) }
/// ```
///
/// The grammar is that of RFC 8259 without exceptions. Keys come in their order, as often as they stand there, and
/// numbers as they are written. The scanner keeps a stack of its own, since a hostile text could exhaust that of the
/// thread; so should who builds values of the events.
///
/// With ``Options/allowsMissingEnd`` a text may come in pieces, which ``append(_:)`` adds. Nothing is read twice, but
/// for numbers, words and escapes that a piece ends in.
///
/// - Complexity: O(n) for a text of n bytes, with memory for one string, for the depth, and for what has been given to
///   the scanner at once.
public struct JSONScanner: Sendable {
  /// What is allowed besides, and how much of it all.
  public struct Options: Sendable {
    /// How deep arrays and objects may be nested.
    public var maximumDepth: Int
    /// How many bytes the text may have.
    public var maximumLength: Int
    /// True if the end of the document may be missing, or still to come.
    public var allowsMissingEnd: Bool
    /// Whether half of a surrogate pair stands for a replacement character, as most other readers have it.
    public var replacesLoneSurrogates: Bool

    /// Creates options.
    public init(
      maximumDepth: Int = 512, maximumLength: Int = .max, allowsMissingEnd: Bool = false,
      replacesLoneSurrogates: Bool = false
    ) {
      self.maximumDepth = maximumDepth
      self.maximumLength = maximumLength
      self.allowsMissingEnd = allowsMissingEnd
      self.replacesLoneSurrogates = replacesLoneSurrogates
    }
  }

  /// What may come next.
  private enum Place {
    case value, firstElement, firstKey, key, afterValue
    /// The colon between a key and its value.
    case colon(key: String)
  }

  /// The text, but for what has been read of earlier pieces.
  private(set) var bytes: [UInt8]
  /// The number of bytes of the text that are not in `bytes` any more.
  private(set) var dropped = 0
  let options: Options
  /// The index of the next byte, in `bytes`.
  var position: Int
  /// The string that is being read, if not all of it is there.
  var openString: OpenString?
  private var place = Place.value
  /// For each array and object that is open, the innermost last: whether it is an object.
  private var open: [Bool] = []

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, or the beginning of it.
  ///   - start: Where the document begins, such as behind a byte order mark.
  ///   - options: What is allowed.
  public init(_ bytes: [UInt8] = [], from start: Int = 0, options: Options = Options()) {
    self.bytes = bytes
    self.options = options
    position = min(max(start, 0), bytes.count)
  }

  /// Adds the next piece of the text.
  ///
  /// - Parameter piece: The piece in UTF-8.
  /// - Precondition: The options allow for a missing end.
  public mutating func append(_ piece: some Sequence<UInt8>) {
    precondition(options.allowsMissingEnd, "a text without a missing end is given as a whole")
    dropped += position
    bytes.removeFirst(position)
    position = 0
    bytes.append(contentsOf: piece)
  }

  /// True once the document is complete, and nothing but white space may follow.
  public var isComplete: Bool {
    if case .afterValue = place { open.isEmpty } else { false }
  }

  /// Reads what stands next.
  ///
  /// - Returns: The event, or `nil` at the end of the document or, if its end is missing, at the end of the text. A
  ///   document has at least one event.
  /// - Throws: ``JSONError``, after which there is nothing more to be had.
  public mutating func next() throws(JSONError) -> JSONEvent? {
    guard dropped + bytes.count <= options.maximumLength else {
      throw JSONError(offset: options.maximumLength, problem: .tooLong(limit: options.maximumLength))
    }
    while true {
      if openString == nil { skipSpace() }
      guard let byte = peek else { return try textEnd() }
      switch place {
      case .value: return try value(byte)
      case .firstElement:
        if byte == UInt8(ascii: "]"), openString == nil { return close() }
        return try value(byte)
      case .firstKey:
        if byte == UInt8(ascii: "}"), openString == nil { return close() }
        guard try key(byte) else { return nil }
      case .key: guard try key(byte) else { return nil }
      case .colon(let key):
        guard byte == UInt8(ascii: ":") else { throw unexpected(.colon) }
        position += 1
        place = .value
        return .key(key)
      case .afterValue:
        guard let isObject = open.last else { throw error(.trailingText(found: found)) }
        switch byte {
        case UInt8(ascii: ","):
          position += 1
          place = isObject ? .key : .value
        case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: return close()
        default: throw unexpected(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
        }
      }
    }
  }

  /// Ends the reading: that of a document, or of a text that ends too early.
  private mutating func textEnd() throws(JSONError) -> JSONEvent? {
    switch place {
    case .value, .firstElement: try missing(openString == nil ? .value : .stringEnd)
    case .firstKey, .key: try missing(openString == nil ? .key : .stringEnd)
    case .colon: try missing(.colon)
    case .afterValue:
      if let isObject = open.last { try missing(isObject ? .commaOrObjectEnd : .commaOrArrayEnd) }
    }
    return nil
  }

  /// Throws if the text may not end where something else has to stand.
  private mutating func missing(_ expected: JSONError.Expectation) throws(JSONError) {
    guard !options.allowsMissingEnd else { return }
    position = bytes.count
    throw unexpected(expected)
  }

  // MARK: Values

  private mutating func value(_ byte: UInt8) throws(JSONError) -> JSONEvent? {
    if openString != nil { return try stringValue() }
    switch byte {
    case UInt8(ascii: "\""): return try stringValue()
    case UInt8(ascii: "{"): return try begin(isObject: true)
    case UInt8(ascii: "["): return try begin(isObject: false)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try numberValue()
    default: throw unexpected(.value)
    }
  }

  private mutating func stringValue() throws(JSONError) -> JSONEvent? {
    guard let text = try string() else {
      try missing(.stringEnd)
      return nil
    }
    place = .afterValue
    return .string(text)
  }

  private mutating func numberValue() throws(JSONError) -> JSONEvent? {
    let start = position
    guard let text = try number() else {
      try missing(.digit)
      position = start
      return nil
    }
    // The next piece of the text could bring another digit.
    if position == bytes.count, options.allowsMissingEnd {
      position = start
      return nil
    }
    place = .afterValue
    return .number(text)
  }

  private mutating func word(_ word: String, _ event: JSONEvent) throws(JSONError) -> JSONEvent? {
    let start = position
    for expected in word.utf8 {
      guard let byte = peek else {
        try missing(.word(word))
        position = start
        return nil
      }
      guard byte == expected else { throw unexpected(.word(word)) }
      position += 1
    }
    place = .afterValue
    return event
  }

  /// Reads a key; the result is false if its end is missing.
  private mutating func key(_ byte: UInt8) throws(JSONError) -> Bool {
    guard byte == UInt8(ascii: "\"") || openString != nil else { throw unexpected(.key) }
    guard let text = try string() else {
      try missing(.stringEnd)
      return false
    }
    place = .colon(key: text)
    return true
  }

  private mutating func begin(isObject: Bool) throws(JSONError) -> JSONEvent {
    guard open.count < options.maximumDepth else { throw error(.tooDeep(limit: options.maximumDepth)) }
    open.append(isObject)
    position += 1
    place = isObject ? .firstKey : .firstElement
    return isObject ? .objectStart : .arrayStart
  }

  private mutating func close() -> JSONEvent {
    position += 1
    place = .afterValue
    return open.removeLast() ? .objectEnd : .arrayEnd
  }

  // MARK: What is being read

  /// The value that the text ends in, if its end may still come: a string as far as it has come, or a number of which
  /// nothing says that it goes on.
  ///
  /// Half an escape at the end of a string is left out, and so are words, keys, and numbers within an array or object.
  public var unfinished: JSONEvent? {
    switch place {
    case .value, .firstElement: break
    default: return nil
    }
    if let openString { return .string(String(decoding: openString.content, as: UTF8.self)) }
    guard open.isEmpty else { return nil }
    var copy = self
    return (try? copy.number()).flatMap { $0 }.map { .number($0) }
  }
}
