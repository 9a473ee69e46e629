import SwiftletJSON
@testable import SwiftletGuides

/// A slow reference validator that shares only the JSON parser with the guides.
///
/// It checks a complete document keyword by keyword, as specified. It supports the keywords of the random schemas,
/// numbers with few digits, and references to `$defs`.
struct Validator {
  let root: JSONValue

  func isValid(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard let members = schema.members else { return schema == .bool(true) }
    return members.allSatisfy { isValid(value, $0.name, $0.value, schema) }
  }

  private func isValid(_ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONValue) -> Bool {
    switch keyword {
    case "$ref": return isValid(value, root["$defs"]?[String((argument.string ?? "").dropFirst(8))] ?? .bool(true))
    case "type": return (argument.elements ?? [argument]).contains { isOfType(value, $0.string ?? "") }
    case "enum": return (argument.elements ?? []).contains { Self.areSame($0, value) }
    case "const": return Self.areSame(argument, value)
    case "allOf": return (argument.elements ?? []).allSatisfy { isValid(value, $0) }
    case "anyOf": return (argument.elements ?? []).contains { isValid(value, $0) }
    case "oneOf": return (argument.elements ?? []).count { isValid(value, $0) } == 1
    case "not": return !isValid(value, argument)
    case "if":
      return isValid(value, argument)
        ? schema["then"].map { isValid(value, $0) } ?? true : schema["else"].map { isValid(value, $0) } ?? true
    default: break
    }
    switch value {
    case .number(let text): return isValid(number: Double(text) ?? 0, keyword, argument)
    case .string(let text): return isValid(string: text, keyword, argument)
    case .array(let elements): return isValid(array: elements, keyword, argument, schema)
    case .object(let members): return isValid(object: members, keyword, argument, schema)
    case .null, .bool: return true
    }
  }

  private func isOfType(_ value: JSONValue, _ type: String) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number(let text): type == "number" || (type == "integer" && Double(text).map { $0 == $0.rounded() } ?? false)
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  static func areSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): return Double(a) == Double(b)
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { areSame($0, $1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && a.allSatisfy { member in right[member.name].map { areSame(member.value, $0) } ?? false }
    default: return left == right
    }
  }

  private func isValid(number: Double, _ keyword: String, _ argument: JSONValue) -> Bool {
    guard case .number(let text) = argument, let bound = Double(text) else { return true }
    switch keyword {
    case "minimum": return number >= bound
    case "maximum": return number <= bound
    case "exclusiveMinimum": return number > bound
    case "exclusiveMaximum": return number < bound
    case "multipleOf":
      let quotient = number / bound
      return abs(quotient - quotient.rounded()) < 1e-9
    default: return true
    }
  }

  private func isValid(string: String, _ keyword: String, _ argument: JSONValue) -> Bool {
    let count = string.unicodeScalars.count
    switch keyword {
    case "minLength": return count >= argument.count
    case "maxLength": return count <= argument.count
    case "pattern": return Self.matches(argument.string ?? "", string)
    default: return true
    }
  }

  /// Matches with the regular expressions of the standard library.
  static func matches(_ pattern: String, _ text: String) -> Bool {
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    return (try? regex.firstMatch(in: text)) ?? nil != nil
  }

  private func isValid(array: [JSONValue], _ keyword: String, _ argument: JSONValue, _ schema: JSONValue) -> Bool {
    switch keyword {
    case "minItems": return array.count >= argument.count
    case "maxItems": return array.count <= argument.count
    case "prefixItems": return zip(array, argument.elements ?? []).allSatisfy { isValid($0, $1) }
    case "items":
      return array.dropFirst(schema["prefixItems"]?.elements?.count ?? 0).allSatisfy { isValid($0, argument) }
    case "contains":
      let matches = array.count { isValid($0, argument) }
      return matches >= schema["minContains"]?.count ?? 1 && matches <= schema["maxContains"]?.count ?? .max
    case "uniqueItems":
      guard argument == .bool(true) else { return true }
      return array.indices.allSatisfy { index in !array[..<index].contains { Self.areSame($0, array[index]) } }
    default: return true
    }
  }

  private func isValid(
    object: [JSONValue.Member], _ keyword: String, _ argument: JSONValue, _ schema: JSONValue
  ) -> Bool {
    let names = object.map(\.name)
    func contains(_ required: JSONValue) -> Bool {
      (required.elements ?? []).allSatisfy { names.contains($0.string ?? "") }
    }
    switch keyword {
    case "properties":
      return object.allSatisfy { member in argument[member.name].map { isValid(member.value, $0) } ?? true }
    case "patternProperties":
      return object.allSatisfy { member in
        (argument.members ?? []).allSatisfy { !Self.matches($0.name, member.name) || isValid(member.value, $0.value) }
      }
    case "additionalProperties":
      return object.allSatisfy { member in
        schema["properties"]?[member.name] != nil
          || (schema["patternProperties"]?.members ?? []).contains { Self.matches($0.name, member.name) }
          || isValid(member.value, argument)
      }
    case "required": return contains(argument)
    case "minProperties": return object.count >= argument.count
    case "maxProperties": return object.count <= argument.count
    case "propertyNames": return names.allSatisfy { isValid(.string($0), argument) }
    case "dependentRequired":
      return (argument.members ?? []).allSatisfy { !names.contains($0.name) || contains($0.value) }
    case "dependentSchemas":
      return (argument.members ?? []).allSatisfy { !names.contains($0.name) || isValid(.object(object), $0.value) }
    default: return true
    }
  }
}

extension JSONValue {
  /// The value as a count.
  fileprivate var count: Int { if case .number(let text) = self { Int(text) ?? 0 } else { 0 } }
}
