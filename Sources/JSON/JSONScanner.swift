/// Takes a JSON text apart, event by event, for callers that make values of their own of it.
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
/// - Complexity: O(n) for a text of n bytes, with memory for one string and for the depth.
public struct JSONScanner: Sendable {
  /// What is allowed besides, and how much of it all.
  public struct Options: Sendable {
    /// How deep arrays and objects may be nested.
    public var maximumDepth: Int
    /// How many bytes the text may have.
    public var maximumLength: Int
    /// Whether the end of the document may be missing, which ``JSONEvent/cut(unfinished:)`` then says.
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
    case value, firstElement, firstKey, key, afterValue, end
  }

  let bytes: [UInt8]
  let options: Options
  /// Where the scanner stands.
  var position: Int
  private var place = Place.value
  /// For each array and object that is open, the innermost last: whether it is an object.
  private var open: [Bool] = []

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - start: Where the document begins, such as behind a byte order mark.
  ///   - options: What is allowed.
  public init(_ bytes: [UInt8], from start: Int = 0, options: Options = Options()) {
    self.bytes = bytes
    self.options = options
    position = min(max(start, 0), bytes.count)
  }

  /// Reads what stands next.
  ///
  /// - Returns: The event, or `nil` after the end of the document. A document has at least one event.
  /// - Throws: ``JSONError``, after which there is nothing more to be had.
  public mutating func next() throws(JSONError) -> JSONEvent? {
    guard bytes.count <= options.maximumLength else {
      throw JSONError(offset: options.maximumLength, problem: .tooLong(limit: options.maximumLength))
    }
    while true {
      skipSpace()
      guard let byte = peek else { return try textEnd() }
      switch place {
      case .value: return try value(byte)
      case .firstElement: return byte == UInt8(ascii: "]") ? close() : try value(byte)
      case .firstKey: return byte == UInt8(ascii: "}") ? close() : try key(byte)
      case .key: return try key(byte)
      case .end: return nil
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

  /// What the end of the text is: that of the document, or one that comes too early.
  private mutating func textEnd() throws(JSONError) -> JSONEvent? {
    switch place {
    case .value, .firstElement: return try missing(.value)
    case .firstKey, .key: return try missing(.key)
    case .end: return nil
    case .afterValue:
      guard let isObject = open.last else {
        place = .end
        return nil
      }
      return try missing(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
    }
  }

  /// The text ends where something else has to stand.
  private mutating func missing(
    _ expected: JSONError.Expectation, unfinished: String? = nil
  ) throws(JSONError) -> JSONEvent {
    guard options.allowsMissingEnd else {
      position = bytes.count
      throw unexpected(expected)
    }
    place = .end
    return .cut(unfinished: unfinished)
  }

  // MARK: Values

  private mutating func value(_ byte: UInt8) throws(JSONError) -> JSONEvent {
    switch byte {
    case UInt8(ascii: "\""):
      let (text, isWhole) = try string()
      guard isWhole else { return try missing(.stringEnd, unfinished: text) }
      place = .afterValue
      return .string(text)
    case UInt8(ascii: "{"): return try begin(isObject: true)
    case UInt8(ascii: "["): return try begin(isObject: false)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard let text = try number() else { return try missing(.digit) }
      place = .afterValue
      // Within an array or object, the next piece of the text could bring another digit.
      if position == bytes.count, let isObject = open.last {
        return try missing(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
      return .number(text)
    default: throw unexpected(.value)
    }
  }

  private mutating func word(_ word: String, _ event: JSONEvent) throws(JSONError) -> JSONEvent {
    for expected in word.utf8 {
      guard let byte = peek else { return try missing(.word(word)) }
      guard byte == expected else { throw unexpected(.word(word)) }
      position += 1
    }
    place = .afterValue
    return event
  }

  private mutating func key(_ byte: UInt8) throws(JSONError) -> JSONEvent {
    guard byte == UInt8(ascii: "\"") else { throw unexpected(.key) }
    let (text, isWhole) = try string()
    guard isWhole else { return try missing(.stringEnd) }
    skipSpace()
    guard let separator = peek else { return try missing(.colon) }
    guard separator == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position += 1
    place = .value
    return .key(text)
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
}
