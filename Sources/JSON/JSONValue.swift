/// A JSON document whose objects keep the order of their members and whose numbers keep their text.
public enum JSONValue: Hashable, Sendable {
  /// Null.
  case null
  /// A truth value.
  case bool(Bool)
  /// The text as written, which says more than any binary number could.
  case number(String)
  /// A string, without its escapes.
  case string(String)
  /// The elements of an array.
  case array([JSONValue])
  /// The members of an object; a name may come several times.
  case object([Member])

  /// A name with its value.
  public typealias Member = JSONMember<JSONValue>

  /// The value of the member with the given name, nil if there is none or this is no object.
  ///
  /// Names are compared by code points: JSON knows no canonical equivalence. Of several members of one name the last
  /// counts, as with most readers.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The members, if this is an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// The elements, if this is an array.
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The string that this is, if it is one.
  public var string: String? { if case .string(let string) = self { string } else { nil } }
  /// The truth value that this is, if it is one.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}

extension JSONValue: JSONBuilder, JSONDecomposer {
  /// The type itself.
  public typealias Value = JSONValue

  /// Makes a value of its parts, wherever they stand.
  public static func value(of parts: JSONParts<JSONValue>, at place: JSONPlace, isComplete: Bool) -> JSONValue {
    switch parts {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let text): .number(text)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements)
    case .object(let members): .object(members)
    }
  }

  /// Takes a value apart.
  public static func parts(of value: JSONValue) -> JSONParts<JSONValue> {
    switch value {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let text): .number(text)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements)
    case .object(let members): .object(members)
    }
  }
}
