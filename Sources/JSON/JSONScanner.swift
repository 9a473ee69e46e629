/// A pull parser for JSON: returns the events of a text one at a time, whole or streamed.
///
/// ```swift
/// var scanner = JSONScanner(Array(#"{"a": [1]}"#.utf8))
/// while let event = try scanner.next() { print(event) }
/// ```
///
/// The grammar is exactly that of RFC 8259. Keys are reported in document order, duplicates included, and numbers in
/// their original spelling. The scanner keeps an explicit stack, since deeply nested input could overflow the thread's
/// stack; code that builds values from the events should do the same.
///
/// With ``Options/allowsIncompleteText`` the text may be streamed through ``append(_:)``. Only numbers, literals and
/// escapes that are split between pieces are scanned again.
///
/// - Complexity: O(n) for a text of n bytes; memory for one string, the nesting depth and the largest piece.
public struct JSONScanner: Sendable {
  /// Limits and leniencies of the scanner.
  public struct Options: Sendable {
    /// The maximum nesting depth of arrays and objects.
    public var maximumDepth: Int
    /// The maximum length of the text, in bytes.
    public var maximumLength: Int
    /// True if the text may be a prefix of a document, such as a stream in progress.
    public var allowsIncompleteText: Bool
    /// True if an unpaired surrogate escape is replaced with U+FFFD instead of being an error.
    public var replacesLoneSurrogates: Bool

    /// Creates options.
    public init(
      maximumDepth: Int = 512, maximumLength: Int = .max, allowsIncompleteText: Bool = false,
      replacesLoneSurrogates: Bool = false
    ) {
      self.maximumDepth = maximumDepth
      self.maximumLength = maximumLength
      self.allowsIncompleteText = allowsIncompleteText
      self.replacesLoneSurrogates = replacesLoneSurrogates
    }
  }

  /// The grammar state: what may come next.
  private enum State {
    case value, firstElement, firstKey, key, afterValue
    /// The colon between a key and its value.
    case colon(key: String)
  }

  /// The buffered text, without the consumed part of earlier pieces.
  private(set) var bytes: [UInt8]
  /// The number of bytes already removed from the front of `bytes`.
  private(set) var discardedCount = 0
  let options: Options
  /// The index of the next byte in `bytes`.
  var position: Int
  /// The partially received string, if there is one.
  var openString: OpenString?
  private var state = State.value
  /// The stack of open containers, innermost last: true for objects, false for arrays.
  private var open: [Bool] = []

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, or its first piece.
  ///   - start: The offset at which the document begins, such as after a byte order mark.
  ///   - options: The limits and leniencies.
  public init(_ bytes: [UInt8] = [], from start: Int = 0, options: Options = Options()) {
    self.bytes = bytes
    self.options = options
    position = min(max(start, 0), bytes.count)
  }

  /// Appends the next piece of the text.
  ///
  /// - Parameter piece: The piece in UTF-8.
  /// - Precondition: The options allow incomplete text.
  public mutating func append(_ piece: some Sequence<UInt8>) {
    precondition(options.allowsIncompleteText, "append(_:) requires allowsIncompleteText")
    discardedCount += position
    bytes.removeFirst(position)
    position = 0
    bytes.append(contentsOf: piece)
  }

  /// A Boolean value that is true once the document is complete; only white space may follow.
  public var isComplete: Bool {
    if case .afterValue = state { open.isEmpty } else { false }
  }

  /// Returns the next event.
  ///
  /// - Returns: The event, or `nil` at the end of the document or of an incomplete text. A document has at least one
  ///   event.
  /// - Throws: ``JSONError``, after which there are no further events.
  public mutating func next() throws(JSONError) -> JSONEvent? {
    guard discardedCount + bytes.count <= options.maximumLength else {
      throw JSONError(offset: options.maximumLength, problem: .tooLong(limit: options.maximumLength))
    }
    while true {
      if openString == nil { skipSpace() }
      guard let byte = peek else { return try endOfText() }
      switch state {
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
        state = .value
        return .key(key)
      case .afterValue:
        guard let isObject = open.last else { throw error(.trailingText(found: found)) }
        switch byte {
        case UInt8(ascii: ","):
          position += 1
          state = isObject ? .key : .value
        case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: return close()
        default: throw unexpected(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
        }
      }
    }
  }

  /// Handles the end of the text, which may be the end of the document or premature.
  private mutating func endOfText() throws(JSONError) -> JSONEvent? {
    switch state {
    case .value, .firstElement: try handleEnd(expecting: openString == nil ? .value : .stringEnd)
    case .firstKey, .key: try handleEnd(expecting: openString == nil ? .key : .stringEnd)
    case .colon: try handleEnd(expecting: .colon)
    case .afterValue:
      if let isObject = open.last { try handleEnd(expecting: isObject ? .commaOrObjectEnd : .commaOrArrayEnd) }
    }
    return nil
  }

  /// Throws at a premature end of the text, unless incomplete text is allowed.
  private mutating func handleEnd(expecting expected: JSONError.Expectation) throws(JSONError) {
    guard !options.allowsIncompleteText else { return }
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
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try numberValue()
    default: throw unexpected(.value)
    }
  }

  private mutating func stringValue() throws(JSONError) -> JSONEvent? {
    guard let text = try string() else {
      try handleEnd(expecting: .stringEnd)
      return nil
    }
    state = .afterValue
    return .string(text)
  }

  private mutating func numberValue() throws(JSONError) -> JSONEvent? {
    let start = position
    guard let text = try number() else {
      try handleEnd(expecting: .digit)
      position = start
      return nil
    }
    // The next piece may continue with another digit.
    if position == bytes.count, options.allowsIncompleteText {
      position = start
      return nil
    }
    state = .afterValue
    return .number(text)
  }

  private mutating func literal(_ literal: String, _ event: JSONEvent) throws(JSONError) -> JSONEvent? {
    let start = position
    for expected in literal.utf8 {
      guard let byte = peek else {
        try handleEnd(expecting: .literal(literal))
        position = start
        return nil
      }
      guard byte == expected else { throw unexpected(.literal(literal)) }
      position += 1
    }
    state = .afterValue
    return event
  }

  /// Scans a key; returns false if the text ends within it.
  private mutating func key(_ byte: UInt8) throws(JSONError) -> Bool {
    guard byte == UInt8(ascii: "\"") || openString != nil else { throw unexpected(.key) }
    guard let text = try string() else {
      try handleEnd(expecting: .stringEnd)
      return false
    }
    state = .colon(key: text)
    return true
  }

  private mutating func begin(isObject: Bool) throws(JSONError) -> JSONEvent {
    guard open.count < options.maximumDepth else { throw error(.tooDeep(limit: options.maximumDepth)) }
    open.append(isObject)
    position += 1
    state = isObject ? .firstKey : .firstElement
    return isObject ? .objectStart : .arrayStart
  }

  private mutating func close() -> JSONEvent {
    position += 1
    state = .afterValue
    return open.removeLast() ? .objectEnd : .arrayEnd
  }

  // MARK: Partial values

  /// The incomplete scalar at the end of the text: a string's content so far, or a number at the top level.
  ///
  /// An incomplete escape at the end of a string is omitted, and so are literals, keys, and numbers within an array or
  /// object.
  public var partialValue: JSONEvent? {
    switch state {
    case .value, .firstElement: break
    default: return nil
    }
    if let openString { return .string(String(decoding: openString.content, as: UTF8.self)) }
    guard open.isEmpty else { return nil }
    var copy = self
    return (try? copy.number()).flatMap { $0 }.map { .number($0) }
  }
}
