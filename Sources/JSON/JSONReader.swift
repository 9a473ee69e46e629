/// Builds a value from a JSON text, or from the part of a streamed text received so far.
///
/// ```swift
/// var reader = JSONReader<JSONValue>(options: .init(allowsIncompleteText: true))
/// try reader.append(#"{"name": "A"#.utf8)
/// print(reader.value)     // an object with one member
/// try reader.append(#"da"}"#.utf8)
/// ```
///
/// If a text ends early, open containers are closed and a string keeps its content so far, while keys without values,
/// and numbers and literals that may continue, are omitted. The builder receives `isComplete: false` for open values.
///
/// - Complexity: O(n) for n bytes in any number of pieces; ``value`` is linear in the number of direct children of the
///   open arrays and objects.
public struct JSONReader<Builder: JSONBuilder>: Sendable {
  /// The type of the values.
  public typealias Value = Builder.Value

  /// An array or object whose closing bracket has not been read.
  @usableFromInline
  struct Container: Sendable {
    @usableFromInline var isObject: Bool
    @usableFromInline var path: JSONPathID
    @usableFromInline var elements: [Value] = []
    @usableFromInline var members: [JSONMember<Value>] = []
    /// The key of the value being read.
    @usableFromInline var key = ""

    @usableFromInline
    init(isObject: Bool, path: JSONPathID) {
      self.isObject = isObject
      self.path = path
    }

    /// The path of the next value.
    @inlinable
    var nextPath: JSONPathID { isObject ? path.member(key) : path.element(elements.count) }

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
      Builder.value(of: isObject ? .object(members) : .array(elements), at: path, isComplete: isComplete)
    }
  }

  @usableFromInline var scanner: JSONScanner
  @usableFromInline let path: JSONPathID
  /// The open containers, innermost last.
  @usableFromInline var openContainers: [Container] = []
  /// The root value, once it has been read completely.
  @usableFromInline var root: Value?

  /// Creates a reader for a text that arrives in pieces.
  ///
  /// - Parameters:
  ///   - options: The limits and leniencies.
  ///   - path: The path identity of the root.
  public init(options: JSONScanner.Options, at path: JSONPathID = JSONPathID()) {
    scanner = JSONScanner(options: options)
    self.path = path
  }

  /// Parses the next piece of the text.
  ///
  /// - Parameter piece: The piece in UTF-8.
  /// - Throws: ``JSONError``; the value then is that of the text before the error.
  @inlinable
  public mutating func append(_ piece: some Sequence<UInt8>) throws(JSONError) {
    scanner.append(piece)
    try readEvents()
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, or a prefix of one if the options allow incomplete text.
  ///   - start: The offset at which the document begins.
  ///   - options: The limits and leniencies.
  ///   - path: The path identity of the root.
  /// - Returns: The value.
  /// - Throws: ``JSONError`` if the text is not JSON.
  @inlinable
  public static func read(
    _ bytes: [UInt8], from start: Int = 0, options: JSONScanner.Options = .init(), at path: JSONPathID = JSONPathID()
  ) throws(JSONError) -> Value {
    var reader = JSONReader(options: options, at: path)
    reader.scanner = JSONScanner(bytes, from: start, options: options)
    try reader.readEvents()
    return reader.value
  }

  /// A Boolean value that is true once the document has been read completely.
  public var isComplete: Bool { scanner.isComplete }

  /// The value so far; an incomplete null before its type is known.
  @inlinable
  public var value: Value {
    if let root { return root }
    var value = partialValue(at: openContainers.last?.nextPath ?? path)
    for var container in openContainers.reversed() {
      if let value { container.attach(value) }
      value = container.value(isComplete: false)
    }
    return value ?? Builder.value(of: .null, at: path, isComplete: false)
  }

  /// The incomplete scalar at the end of the text so far.
  @usableFromInline
  func partialValue(at path: JSONPathID) -> Value? {
    switch scanner.partialValue {
    case .string(let text): Builder.value(of: .string(text), at: path, isComplete: false)
    case .number(let text): Builder.value(of: .number(text), at: path, isComplete: true)
    default: nil
    }
  }

  @inlinable
  mutating func readEvents() throws(JSONError) {
    while let event = try scanner.next() {
      switch event {
      case .objectStart: begin(isObject: true)
      case .arrayStart: begin(isObject: false)
      case .key(let name): openContainers[openContainers.count - 1].key = name
      case .objectEnd, .arrayEnd: attach(openContainers.removeLast().value(isComplete: true))
      case .string(let text): attach(.string(text))
      case .number(let text): attach(.number(text))
      case .bool(let bool): attach(.bool(bool))
      case .null: attach(.null)
      }
    }
  }

  @inlinable
  mutating func begin(isObject: Bool) {
    openContainers.append(Container(isObject: isObject, path: openContainers.last?.nextPath ?? path))
  }

  @inlinable
  mutating func attach(_ parts: JSONParts<Value>) {
    attach(Builder.value(of: parts, at: openContainers.last?.nextPath ?? path, isComplete: true))
  }

  @inlinable
  mutating func attach(_ value: Value) {
    if openContainers.isEmpty {
      root = value
    } else {
      openContainers[openContainers.count - 1].attach(value)
    }
  }
}
