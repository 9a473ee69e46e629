import SwiftletJSON

extension JSONValue {
  /// Returns a schema that only the given value satisfies, using keywords that can be negated.
  static func schema(ofConstant value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      let count = JSONValue.number(String(elements.count))
      var members = [Member(name: "type", value: .string("array")), Member(name: "minItems", value: count)]
      members.append(Member(name: "maxItems", value: count))
      if !elements.isEmpty {
        members.append(Member(name: "prefixItems", value: .array(elements.map(schema(ofConstant:)))))
      }
      return .object(members)
    case .object(let properties):
      let unique = value.distinctMembers ?? properties
      return .object([
        Member(name: "type", value: .string("object")),
        Member(
          name: "properties", value: .object(unique.map { Member(name: $0.name, value: schema(ofConstant: $0.value)) })),
        Member(name: "required", value: .array(unique.map { .string($0.name) })),
        Member(name: "maxProperties", value: .number(String(unique.count))),
      ])
    default: return .object([Member(name: "enum", value: .array([value]))])
    }
  }
}
