/// A JSON value that preserves the order of object members and the spelling of numbers.
public enum JSONValue: Hashable, Sendable {
  /// Null.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A number, in its original spelling, which a binary number could not preserve.
  case number(String)
  /// A string with its escapes decoded.
  case string(String)
  /// The elements of an array.
  case array([JSONValue])
  /// The members of an object; names may be repeated.
  case object([Member])

  /// An object member: a name with its value.
  public typealias Member = JSONMember<JSONValue>

  /// The value of the member with the given name; nil if there is none or the value is not an object.
  ///
  /// Names are compared by code points, since JSON has no canonical equivalence. Of repeated members the last is
  /// returned, as in most parsers.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The members, if the value is an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// The members, of repeated names the last, if the value is an object.
  public var distinctMembers: [Member]? {
    guard case .object(let members) = self else { return nil }
    // Names are compared by their bytes: JSON does not normalise Unicode.
    var indices: [[UInt8]: Int] = [:]
    var distinct: [Member] = []
    for member in members {
      let name = Array(member.name.utf8)
      if let index = indices[name] {
        distinct[index] = member
      } else {
        indices[name] = distinct.count
        distinct.append(member)
      }
    }
    return distinct
  }

  /// The elements, if the value is an array.
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The string, if the value is one.
  public var string: String? { if case .string(let string) = self { string } else { nil } }
  /// The Boolean, if the value is one.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}

extension JSONValue: JSONBuilder, JSONDecomposer {
  /// The type itself.
  public typealias Value = JSONValue

  /// Builds a value from its parts; the path is ignored.
  public static func value(of parts: JSONParts<JSONValue>, at path: JSONPathID, isComplete: Bool) -> JSONValue {
    switch parts {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let text): .number(text)
    case .string(let string): .string(string)
    case .array(let elements): .array(elements)
    case .object(let members): .object(members)
    }
  }

  /// Decomposes a value.
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
