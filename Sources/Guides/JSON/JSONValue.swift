/// A JSON document whose objects keep the order of their members and whose numbers keep their text.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The text as written, which says more than any binary number could.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name with its value.
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  /// The value of the member with the given name, nil if there is none or this is no object.
  ///
  /// Names are compared by code points: JSON Schema knows no canonical equivalence.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
}
