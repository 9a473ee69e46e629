/// Makes a value of a JSON text, or of as much of it as has arrived.
///
/// ```swift
/// var reader = JSONReader<JSONValue>(options: .init(allowsMissingEnd: true))
/// try reader.append(#"{"name": "A"#.utf8)
/// print(reader.value)     // an object with one member
/// try reader.append(#"da"}"#.utf8)
/// ```
///
/// If a text ends early, what is open is closed: a string shows what it has, while keys without values, and numbers
/// and words that could still go on, are left out. What was open is told that it is not complete.
///
/// - Complexity: O(n) for n bytes in any number of pieces, and for ``value`` the size of the arrays and objects that are
///   open, without what is within their members.
public struct JSONReader<Builder: JSONBuilder>: Sendable {
  /// The type of the values.
  public typealias Value = Builder.Value

  /// An array or an object whose end is still to come.
  @usableFromInline
  struct Container: Sendable {
    @usableFromInline var isObject: Bool
    @usableFromInline var place: JSONPlace
    @usableFromInline var elements: [Value] = []
    @usableFromInline var members: [JSONMember<Value>] = []
    /// The key whose value is being read.
    @usableFromInline var key = ""

    @usableFromInline
    init(isObject: Bool, place: JSONPlace) {
      self.isObject = isObject
      self.place = place
    }

    /// The place of the next value.
    @inlinable
    var next: JSONPlace { isObject ? place.member(key) : place.element(elements.count) }

    @inlinable
    mutating func attach(_ value: Value) {
      if isObject {
        members.append(JSONMember(name: key, value: value))
      } else {
        elements.append(value)
      }
    }

    @inlinable
    func value(isComplete: Bool) -> Value {
      Builder.value(of: isObject ? .object(members) : .array(elements), at: place, isComplete: isComplete)
    }
  }

  @usableFromInline var scanner: JSONScanner
  @usableFromInline let place: JSONPlace
  /// The containers that are open, the innermost last.
  @usableFromInline var open: [Container] = []
  /// The whole value, once it has been read.
  @usableFromInline var root: Value?

  /// Creates a reader of a text that arrives in pieces.
  ///
  /// - Parameters:
  ///   - options: What is allowed.
  ///   - place: The place of the whole value.
  public init(options: JSONScanner.Options, at place: JSONPlace = JSONPlace()) {
    scanner = JSONScanner(options: options)
    self.place = place
  }

  /// Reads the next piece of a text.
  ///
  /// - Parameter piece: The piece in UTF-8.
  /// - Throws: ``JSONError``, after which the value is what was read before.
  @inlinable
  public mutating func append(_ piece: some Sequence<UInt8>) throws(JSONError) {
    scanner.append(piece)
    try readEvents()
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, or the beginning of one if the options allow that.
  ///   - start: Where the document begins.
  ///   - options: What is allowed.
  ///   - place: The place of the whole value.
  /// - Returns: The value.
  /// - Throws: ``JSONError`` if the text is not JSON.
  @inlinable
  public static func read(
    _ bytes: [UInt8], from start: Int = 0, options: JSONScanner.Options = .init(), at place: JSONPlace = JSONPlace()
  ) throws(JSONError) -> Value {
    var reader = JSONReader(options: options, at: place)
    reader.scanner = JSONScanner(bytes, from: start, options: options)
    try reader.readEvents()
    return reader.value
  }

  /// True once all of the document has been read.
  public var isComplete: Bool { scanner.isComplete }

  /// The value so far: an incomplete null if not even its kind is known.
  @inlinable
  public var value: Value {
    if let root { return root }
    var value = unfinished(at: open.last?.next ?? place)
    for var container in open.reversed() {
      if let value { container.attach(value) }
      value = container.value(isComplete: false)
    }
    return value ?? Builder.value(of: .null, at: place, isComplete: false)
  }

  /// The value that the text so far ends in.
  @usableFromInline
  func unfinished(at place: JSONPlace) -> Value? {
    switch scanner.unfinished {
    case .string(let text): Builder.value(of: .string(text), at: place, isComplete: false)
    case .number(let text): Builder.value(of: .number(text), at: place, isComplete: true)
    default: nil
    }
  }

  @inlinable
  mutating func readEvents() throws(JSONError) {
    while let event = try scanner.next() {
      switch event {
      case .objectStart: begin(isObject: true)
      case .arrayStart: begin(isObject: false)
      case .key(let name): open[open.count - 1].key = name
      case .objectEnd, .arrayEnd: attach(open.removeLast().value(isComplete: true))
      case .string(let text): attach(.string(text))
      case .number(let text): attach(.number(text))
      case .bool(let bool): attach(.bool(bool))
      case .null: attach(.null)
      }
    }
  }

  @inlinable
  mutating func begin(isObject: Bool) {
    open.append(Container(isObject: isObject, place: open.last?.next ?? place))
  }

  @inlinable
  mutating func attach(_ parts: JSONParts<Value>) {
    attach(Builder.value(of: parts, at: open.last?.next ?? place, isComplete: true))
  }

  @inlinable
  mutating func attach(_ value: Value) {
    if open.isEmpty {
      root = value
    } else {
      open[open.count - 1].attach(value)
    }
  }
}
