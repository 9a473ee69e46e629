import SwiftletJSON

/// A compact notation of JSON Schema for prompts.
///
/// An object has a type in place of each value, as in
///
///     {"name":string (The person's name),"age":integer (6 to 95),"pets"?:[Pet],"mood":"good"|"bad"}
///     Pet: {"name":string}
///
/// A question mark marks an optional property, brackets an array, a bar separates alternatives, quoted texts are
/// constants, and parentheses contain the description and further constraints. Types that are referenced more than
/// once, or recursively, have lines of their own. This is much shorter than the schema, and has the same order as the
/// answer.
struct SchemaOutline {
  /// The maximum nesting depth of types; deeper schemas are shown as JSON.
  static let maximumDepth = 32

  /// The types with lines of their own, by reference.
  private var named: [String: JSONValue] = [:]
  /// The types that are inlined, by reference.
  private var inlined: [String: JSONValue] = [:]
  private let rootName: String
  /// The references to named types, in the order of their lines.
  private var pending: [String] = []
  private var mentioned: Set<String> = []

  /// Returns the outline of a schema, nil if the notation cannot express it.
  static func text(of root: JSONValue) -> String? {
    var outline = SchemaOutline(root)
    return outline.lines(of: root)
  }

  private init(_ root: JSONValue) {
    rootName = root["title"]?.string ?? "Answer"
    let counts = Self.references(in: root)
    for key in ["$defs", "definitions"] {
      for definition in root[key]?.members ?? [] {
        let reference = "#/\(key)/\(definition.name)"
        if counts[reference] == 1 {
          inlined[reference] = definition.value
        } else {
          named[reference] = definition.value
        }
      }
    }
    if counts["#"] != nil { named["#"] = root }
  }

  private mutating func lines(of root: JSONValue) -> String? {
    guard var text = named["#"] == nil ? type(root, depth: 0) : reference("#", depth: 0) else { return nil }
    var index = 0
    while index < pending.count {
      let reference = pending[index]
      guard let value = named[reference], let line = type(value, depth: 0) else { return nil }
      text += "\n\(name(of: reference)): \(line)"
      index += 1
    }
    return Set(pending.map(name)).count == pending.count ? text : nil
  }

  /// Returns the number of occurrences of each reference.
  private static func references(in root: JSONValue) -> [String: Int] {
    var counts: [String: Int] = [:]
    var pending = [root]
    while let value = pending.popLast() {
      if let reference = value["$ref"]?.string { counts[reference, default: 0] += 1 }
      pending += value.elements ?? value.members?.map(\.value) ?? []
    }
    return counts
  }

  private func name(of reference: String) -> String {
    reference == "#" ? rootName : String(reference.split(separator: "/").last ?? "")
  }

  private mutating func reference(_ reference: String, depth: Int) -> String? {
    if let value = inlined[reference] { return type(value, depth: depth + 1) }
    let name = name(of: reference)
    let isWord = name.utf8.allSatisfy { UInt8(ascii: "_") == $0 || Character(UnicodeScalar($0)).isAlphanumericASCII }
    guard named[reference] != nil, isWord, !name.isEmpty, !SchemaKeywords.types.contains(name) else { return nil }
    if mentioned.insert(reference).inserted { pending.append(reference) }
    return name
  }
}

// MARK: - Types

extension SchemaOutline {
  private mutating func type(_ schema: JSONValue, depth: Int) -> String? {
    guard depth < Self.maximumDepth else { return nil }
    if schema.bool == true { return "any" }
    guard let members = schema.members else { return nil }
    let keys = members.map(\.name).filter { !SchemaKeywords.annotations.contains($0) && !$0.hasPrefix("x-") }
    guard let (text, expressed) = form(schema, depth: depth), let notes = SchemaNotes(schema),
      keys.allSatisfy({ expressed.contains($0) || SchemaKeywords.noted.contains($0) })
    else { return nil }
    return notes.texts.isEmpty ? text : "\(text) (\(notes.texts.joined(separator: "; ")))"
  }

  /// Returns the type without the notes in parentheses, and the keywords that it expresses.
  private mutating func form(_ schema: JSONValue, depth: Int) -> (String, expressed: [String])? {
    if let reference = schema["$ref"]?.string {
      return self.reference(reference, depth: depth).map { ($0, ["$ref"]) }
    }
    for key in ["anyOf", "oneOf"] {
      guard let choices = schema[key]?.elements else { continue }
      return union(choices, depth: depth).map { ($0, [key]) }
    }
    if let value = schema["const"] { return (Self.literal(value), ["const", "type"]) }
    if let values = schema["enum"]?.elements {
      return (values.map(Self.literal).joined(separator: "|"), ["enum", "type"])
    }
    switch schema["type"] {
    case nil: return ("any", [])
    case .string("object"): return object(schema, depth: depth)
    case .string("array"):
      guard let items = schema["items"] else { return ("[any]", ["type"]) }
      return type(items, depth: depth + 1).map { ("[\($0)]", ["type", "items"]) }
    case .string(let name) where SchemaKeywords.types.contains(name): return (name, ["type"])
    case .array(let names):
      // In a list of types, objects and arrays would need keywords of their own.
      let names = names.compactMap(\.string).filter(SchemaKeywords.types.contains)
      guard names.count == schema["type"]?.elements?.count, !names.contains("object"), !names.contains("array") else {
        return nil
      }
      return (names.joined(separator: "|"), ["type"])
    default: return nil
    }
  }

  private mutating func union(_ choices: [JSONValue], depth: Int) -> String? {
    var texts: [String] = []
    for choice in choices {
      guard let text = type(choice, depth: depth + 1) else { return nil }
      texts.append(text)
    }
    return texts.joined(separator: "|")
  }

  private mutating func object(_ schema: JSONValue, depth: Int) -> (String, expressed: [String])? {
    let expressed = ["type", "properties", "required", "additionalProperties"]
    // The notation has no types for undeclared names.
    guard schema["additionalProperties"].map({ $0.bool != nil }) ?? true else { return nil }
    let isOpen = schema["additionalProperties"]?.bool ?? true
    guard let properties = schema["properties"]?.members, !(properties.isEmpty && isOpen) else {
      return ("object", expressed)
    }
    let required = Set((schema["required"]?.elements ?? []).compactMap { $0.string.map { Array($0.utf8) } })
    var texts: [String] = []
    for property in properties {
      guard let text = type(property.value, depth: depth + 1) else { return nil }
      let mark = required.contains(Array(property.name.utf8)) ? "" : "?"
      texts.append("\(Self.literal(.string(property.name)))\(mark):\(text)")
    }
    return ("{\(texts.joined(separator: ","))}", expressed)
  }

  private static func literal(_ value: JSONValue) -> String { JSONWriter.text(value) }
}

/// The keywords supported by ``SchemaOutline``.
private enum SchemaKeywords {
  static let types: Set = ["string", "integer", "number", "boolean", "null", "array", "object", "any"]
  /// The keywords that do not constrain values.
  static let annotations: Set = ["title", "$schema", "$id", "$comment", "$defs", "definitions", "default", "examples"]
  /// The keywords shown in parentheses.
  static let noted: Set = SchemaNotes.keywords
}

extension Character {
  fileprivate var isAlphanumericASCII: Bool { isASCII && (isLetter || isNumber) }
}
