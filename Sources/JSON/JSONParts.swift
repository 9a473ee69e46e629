/// A way to make values of JSON texts, so that one reader makes the trees of all types.
public protocol JSONBuilder {
  /// The type of the values.
  associatedtype Value: Sendable

  /// Makes the value of a part of a text.
  ///
  /// - Parameters:
  ///   - parts: What it is made of.
  ///   - place: Where it stands.
  ///   - isComplete: Whether all of it has been read.
  /// - Returns: The value.
  static func value(of parts: JSONParts<Value>, at place: JSONPlace, isComplete: Bool) -> Value
}

extension JSONBuilder {
  /// Makes a value of another tree.
  ///
  /// - Parameters:
  ///   - value: The tree.
  ///   - place: Where it stands.
  /// - Returns: The value.
  public static func value(of value: JSONValue, at place: JSONPlace = JSONPlace()) -> Value {
    let parts: JSONParts<Value> =
      switch JSONValue.parts(of: value) {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let text): .number(text)
      case .string(let string): .string(string)
      case .array(let elements):
        .array(elements.enumerated().map { Self.value(of: $0.element, at: place.element($0.offset)) })
      case .object(let members):
        .object(
          members.map { JSONMember(name: $0.name, value: Self.value(of: $0.value, at: place.member($0.name))) })
      }
    return self.value(of: parts, at: place, isComplete: true)
  }
}

/// A way to take values apart, so that one writer writes those of all types as JSON.
public protocol JSONDecomposer {
  /// The type of the values.
  associatedtype Value

  /// Takes a value apart.
  ///
  /// - Parameter value: A value.
  /// - Returns: What it is made of, with numbers in a spelling that JSON has.
  static func parts(of value: Value) -> JSONParts<Value>
}

extension JSONDecomposer {
  /// The same tree as a value.
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

/// The parts of a JSON value, whatever type they have themselves.
public enum JSONParts<Value> {
  /// Null.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number, digit for digit as it is written.
  case number(String)
  /// A string, without its escapes.
  case string(String)
  /// The elements of an array.
  case array([Value])
  /// The members of an object, in their order and as often as they stand there.
  case object([JSONMember<Value>])
}

/// A name with its value.
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

/// A place in a document, the same whenever the same names and indices lead to it from the root.
public struct JSONPlace: Sendable, Hashable {
  /// A number that is the place's own, as far as 64 bits can tell.
  public let number: UInt64

  /// Creates the place of a root, from which those of all other places follow.
  ///
  /// - Parameter number: What tells apart the places of different documents.
  public init(root number: UInt64 = 0) {
    self.number = number
  }

  /// The place of an element of the array that is here.
  @usableFromInline
  func element(_ index: Int) -> JSONPlace { JSONPlace(root: Self.mix(number ^ 1, UInt64(truncatingIfNeeded: index))) }

  /// The place of a member of the object that is here.
  @usableFromInline
  func member(_ name: String) -> JSONPlace {
    JSONPlace(root: name.utf8.reduce(Self.mix(number ^ 2, 0)) { Self.mix($0, UInt64($1)) })
  }

  /// One step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), of which
  /// the state takes in another number.
  private static func mix(_ state: UInt64, _ number: UInt64) -> UInt64 {
    var bits = (state ^ number) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
