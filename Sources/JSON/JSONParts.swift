/// A factory for values of JSON texts, so that one reader can build trees of any type.
public protocol JSONBuilder {
  /// The type of the values built.
  associatedtype Value: Sendable

  /// Builds a value from its parts.
  ///
  /// - Parameters:
  ///   - parts: The scalar, or the values of the elements or members.
  ///   - path: The identity of the value's path in the document.
  ///   - isComplete: False if the text ends before the value does.
  /// - Returns: The value.
  static func value(of parts: JSONParts<Value>, at path: JSONPathID, isComplete: Bool) -> Value
}

extension JSONBuilder {
  /// Converts a `JSONValue` tree.
  ///
  /// - Parameters:
  ///   - value: The root of the tree.
  ///   - path: The identity of the root's path.
  /// - Returns: The value.
  public static func value(of value: JSONValue, at path: JSONPathID = JSONPathID()) -> Value {
    let parts: JSONParts<Value> =
      switch JSONValue.parts(of: value) {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let text): .number(text)
      case .string(let string): .string(string)
      case .array(let elements):
        .array(elements.enumerated().map { Self.value(of: $0.element, at: path.element($0.offset)) })
      case .object(let members):
        .object(
          members.map { JSONMember(name: $0.name, value: Self.value(of: $0.value, at: path.member($0.name))) })
      }
    return self.value(of: parts, at: path, isComplete: true)
  }
}

/// A decomposition of values into JSON parts, so that one writer can serialise values of any type.
public protocol JSONDecomposer {
  /// The type of the values serialised.
  associatedtype Value

  /// Decomposes a value.
  ///
  /// - Parameter value: A value.
  /// - Returns: The scalar, or the elements or members; numbers are in JSON spelling.
  static func parts(of value: Value) -> JSONParts<Value>
}

extension JSONDecomposer {
  /// Converts a value to a `JSONValue` tree.
  public static func json(_ value: Value) -> JSONValue {
    switch parts(of: value) {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let text): .number(text)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements.map(json))
    case .object(let members): .object(members.map { JSONMember(name: $0.name, value: json($0.value)) })
    }
  }
}

/// One level of a JSON value: a scalar, or a container of child values of any type.
public enum JSONParts<Value> {
  /// Null.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A number, in its original spelling.
  case number(String)
  /// A string with its escapes decoded.
  case string(String)
  /// The elements of an array.
  case array([Value])
  /// The members of an object, in document order, duplicates included.
  case object([JSONMember<Value>])
}

/// An object member: a name with its value.
public struct JSONMember<Value> {
  /// The name.
  public var name: String
  /// The value.
  public var value: Value

  /// Creates a member.
  @inlinable
  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

extension JSONParts: Sendable where Value: Sendable {}
extension JSONMember: Sendable where Value: Sendable {}
extension JSONMember: Equatable where Value: Equatable {}
extension JSONMember: Hashable where Value: Hashable {}

/// The identity of a path in a document: a 64-bit hash of the names and indices from the root.
///
/// Equal paths have equal identities in every parse of the same document.
public struct JSONPathID: Sendable, Hashable {
  /// The 64-bit hash.
  public let rawValue: UInt64

  /// Creates the identity of a root, from which the identities of all other paths are derived.
  ///
  /// - Parameter rawValue: A seed that distinguishes documents.
  public init(root rawValue: UInt64 = 0) {
    self.rawValue = rawValue
  }

  /// The path of an element, if this is the path of an array.
  @usableFromInline
  func element(_ index: Int) -> JSONPathID {
    JSONPathID(root: Self.mix(rawValue ^ 1, UInt64(truncatingIfNeeded: index)))
  }

  /// The path of a member, if this is the path of an object.
  @usableFromInline
  func member(_ name: String) -> JSONPathID {
    JSONPathID(root: name.utf8.reduce(Self.mix(rawValue ^ 2, 0)) { Self.mix($0, UInt64($1)) })
  }

  /// One step of SplitMix64, with `number` mixed into the state.
  ///
  /// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
  private static func mix(_ state: UInt64, _ number: UInt64) -> UInt64 {
    var bits = (state ^ number) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
