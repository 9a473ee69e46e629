package import SwiftletJSON

/// A dialect of JSON Schema in which schemas are written.
enum SchemaDialect {
  /// The dialect of this framework, in which schemas are encoded. Patterns match whole strings.
  case native
  /// The dialect of guides: patterns are anchored explicitly, as JSON Schema requires.
  case guide
  /// The dialect for prompts: no titles, no order of properties, no `additionalProperties`.
  case model
  /// The strict dialect of servers: each object lists all of its properties as required and allows no
  /// others, and has no keywords of other dialects. Optional properties are nullable.
  case strict
}

extension GenerationSchema {
  /// The schema as JSON Schema.
  ///
  /// A schema created from JSON Schema is unchanged.
  package var json: JSONSchema { graph.json(.native) }
}

extension SchemaGraph {
  /// Returns the schema as JSON, with keys in a readable order.
  func json(_ dialect: SchemaDialect) -> JSONSchema {
    var members = root.members(dialect)
    if !definitionNames.isEmpty {
      let listed = definitionNames.map { name in (name, definitions[name]?.json(dialect)) }
      members.append(("$defs", .members(listed)))
    }
    if case .verbatim(let schema) = root.shape {
      return dialect == .model ? JSONSchema(schema.root.withoutBooleanSchemas) : schema
    }
    return JSONSchema(.members(members))
  }

  /// True if the strict dialect represents the schema completely, which excludes arbitrary values.
  var isStrict: Bool { !root.isOpen && !definitions.values.contains(where: \.isOpen) }
}

extension SchemaNode {
  /// True if a part of the node allows any value, or is a verbatim schema.
  fileprivate var isOpen: Bool {
    switch shape {
    case .any, .verbatim: true
    default: parts.contains(where: \.isOpen)
    }
  }

  fileprivate func json(_ dialect: SchemaDialect) -> JSONValue {
    if case .verbatim(let schema) = shape { return schema.embedded }
    return .members(members(dialect))
  }

  fileprivate func members(_ dialect: SchemaDialect) -> [(String, JSONValue?)] {
    let description = [("description", description.map { JSONValue.string($0) })]
    switch shape {
    case .any: return [("anyOf", Self.anyValue(dialect))] + description
    case .null: return [("type", "null")] + description
    case .boolean: return [("type", "boolean")] + description
    case .integer(let bounds): return [("type", "integer")] + description + bounds.members
    case .number(let bounds): return [("type", "number")] + description + bounds.members
    case .string(let rule): return rule.members(description, dialect)
    case .array(let items, let count):
      return [("type", "array")] + description + [("items", items.json(dialect))] + count.members
    case .object(let object): return object.members(description, dialect)
    case .union(let union):
      let title = [("title", dialect == .model ? nil : union.name.map { JSONValue.string($0) })]
      return title + description + [("anyOf", .array(union.choices.map { $0.json(dialect) }))]
    case .reference(let reference):
      let pointer = [("$ref", JSONValue.string(reference.pointer) as JSONValue?)]
      // The strict dialect allows no other keywords beside a reference.
      guard dialect == .strict, self.description != nil else { return pointer + description }
      return description + [("anyOf", [.members(pointer)])]
    case .verbatim(let schema): return schema.root.members?.map { ($0.name, $0.value) } ?? []
    }
  }

  /// The choices that represent an arbitrary value.
  fileprivate static func anyValue(_ dialect: SchemaDialect) -> JSONValue {
    let isNative = dialect == .native || dialect == .guide
    let scalars = ["null", "boolean", "number", "string"].map { JSONValue.members([("type", .string($0))]) }
    let array = JSONValue.members([("type", "array"), ("items", .object([]))])
    let structure = JSONValue.members([
      ("type", "object"), ("title", dialect == .model ? nil : "GeneratedContent"), ("properties", .object([])),
      ("required", []), ("additionalProperties", dialect == .model ? nil : true), ("x-order", isNative ? [] : nil),
    ])
    return .array([structure, array] + scalars)
  }
}

extension JSONSchema {
  /// The document for embedding in another one, with its own base for references.
  fileprivate var embedded: JSONValue {
    guard case .object(let members) = root, root["$id"] == nil, root.mentionsReferences else { return root }
    // FNV-1a: equal documents have equal bases.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    let base = JSONValue.Member(name: "$id", value: .string("schema:/" + String(hash, radix: 36)))
    return .object([base] + members)
  }
}

extension JSONValue {
  /// The schema with Boolean schemas replaced by objects, as chat templates expect.
  fileprivate var withoutBooleanSchemas: JSONValue {
    func object(_ value: JSONValue) -> JSONValue {
      switch value {
      case .bool(true): .object([])
      case .bool(false): .members([("not", .object([]))])
      default: value.withoutBooleanSchemas
      }
    }
    return mapMembers { keyword, value in
      switch keyword {
      case "properties", "patternProperties", "$defs", "definitions": value.mapMembers { object($1) }
      case "items", "not", "contains":
        value.elements.map { .array($0.map(object)) } ?? object(value)
      case "anyOf", "oneOf", "allOf", "prefixItems": .array((value.elements ?? []).map(object))
      default: value
      }
    }
  }

  /// True if the value contains a reference.
  fileprivate var mentionsReferences: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.mentionsReferences)
    case .object(let members): members.contains { $0.name == "$ref" || $0.value.mentionsReferences }
    default: false
    }
  }
}

extension NumericBounds {
  fileprivate var members: [(String, JSONValue?)] {
    [
      ("minimum", minimum.flatMap { $0.isFinite ? .number($0.text) : nil }),
      ("maximum", maximum.flatMap { $0.isFinite ? .number($0.text) : nil }),
    ]
  }
}

extension CountBounds {
  fileprivate var members: [(String, JSONValue?)] {
    [("minItems", minimum.map { .number("\($0)") }), ("maxItems", maximum.map { .number("\($0)") })]
  }
}

extension StringShape {
  fileprivate func members(
    _ description: [(String, JSONValue?)], _ dialect: SchemaDialect
  ) -> [(String, JSONValue?)] {
    if isConstant, pattern == nil, let choices, choices.count == 1 {
      return [("type", dialect == .strict ? "string" : nil), ("const", .string(choices[0]))] + description
    }
    return [("type", "string")] + description + [
      ("enum", choices.map { .array($0.map { .string($0) }) }),
      ("pattern", pattern.map { .string(dialect == .guide ? "^(?:\($0))$" : $0) }),
    ]
  }
}

extension ObjectShape {
  fileprivate func members(
    _ description: [(String, JSONValue?)], _ dialect: SchemaDialect
  ) -> [(String, JSONValue?)] {
    let isModel = dialect == .model
    let isStrict = dialect == .strict
    // Schemas are encoded without this property, as those of Apple's framework.
    let allowsNull = isStrict || representsNilExplicitly && dialect != .native
    let properties = self.properties.map { property -> (String, JSONValue?) in
      let json = property.node.json(dialect)
      let nullable = JSONValue.members([("anyOf", [json, .members([("type", "null")])])])
      return (property.name, property.isOptional && allowsNull ? nullable : json)
    }
    let required = self.properties.filter { !$0.isOptional || isStrict }.map { JSONValue.string($0.name) }
    let order = self.properties.map { JSONValue.string($0.name) }
    return [("type", "object"), ("title", isModel ? nil : .string(name))] + description + [
      ("properties", .members(properties)), ("required", .array(required)),
      ("additionalProperties", isModel ? nil : false), ("x-order", isModel || isStrict ? nil : .array(order)),
    ]
  }
}

extension SchemaReference {
  /// The reference as a JSON pointer within the document.
  var pointer: String {
    switch self {
    case .root: "#"
    case .definition(let name):
      "#/$defs/"
        + name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
        .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
  }

  /// Parses a JSON pointer to the document's root or to one of its definitions.
  init?(pointer: String) {
    guard pointer != "#" else {
      self = .root
      return
    }
    let prefix = "#/$defs/"
    guard pointer.hasPrefix(prefix) else { return nil }
    var name = ""
    var rest = pointer.dropFirst(prefix.count)
    while let character = rest.popFirst() {
      guard character == "~" else {
        if character == "/" { return nil }
        name.append(character)
        continue
      }
      switch rest.popFirst() {
      case "0": name.append("~")
      case "1": name.append("/")
      default: return nil
      }
    }
    self = .definition(name)
  }
}

extension GeneratedContent {
  /// Returns whether choices are those that represent an arbitrary value.
  static func isAnyJSON(_ choices: [GeneratedContent]) -> Bool {
    guard let known = SchemaNode.anyValue(.native).elements, choices.count == known.count else { return false }
    // Compared as texts with sorted keys, as decoders do not preserve the order.
    return zip(choices, known).allSatisfy {
      ContentJSON.text($0, layout: .indented) == JSONWriter.text($1, layout: .indented)
    }
  }
}
