import SwiftletJSON
@testable import SwiftletGuides

/// A generator of random schemas, and of random documents that are likely to be nearly valid.
struct RandomSchemas {
  private var generator: SeededGenerator
  private static let names = ["a", "ab", "b", "foo", "x-y", "é"]
  private static let patterns = [
    "^a", "b$", "^[ab]{1,3}$", "^x-", "a|é", "^(ab)+$", "[^a]", "^[a-z0-9_]*$", "^[^b]{2,4}$", "^(?!a)",
    "^(?=.*b)[ab]+$", "a(?!b)", "(?i)^AB", "^(?!foo$|a)[a-z]*$", "b(?=$|o)",
  ]
  private static let texts = ["", "a", "b", "ab", "abab", "foo", "x-y", "é", "aé", "日本", "a\"b", "\\", "line\n"]
  private static let numbers = [
    "0", "1", "2", "3", "5", "10", "12", "-1", "-2", "0.5", "1.5", "-0.5", "2.25", "7", "99",
  ]

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &generator)] }

  private mutating func number(_ range: ClosedRange<Int>) -> JSONValue {
    .number(String(Int.random(in: range, using: &generator)))
  }

  /// Returns a schema with a definition that it may reference.
  mutating func schema() -> JSONValue {
    var schema = schema(depth: 3)
    if case .object(var members) = schema {
      members.append(.init(name: "$defs", value: .object([.init(name: "d", value: self.schema(depth: 1))])))
      schema = .object(members)
    }
    return schema
  }

  private mutating func schema(depth: Int) -> JSONValue {
    if generator.once(in: 12) { return .bool(!generator.once(in: 4)) }
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
    let type = pick(["integer", "number", "string", "string", "array", "object", "object", "boolean", "null"])
    if !generator.once(in: 5) {
      add(
        "type",
        generator.once(in: 4)
          ? .array([.string(type), .string(pick(["null", "string", "integer"]))].unique) : .string(type))
    }
    switch type {
    case "integer", "number":
      if generator.once(in: 2) { add(pick(["minimum", "exclusiveMinimum"]), .number(pick(Self.numbers))) }
      if generator.once(in: 2) { add(pick(["maximum", "exclusiveMaximum"]), .number(pick(Self.numbers))) }
      if generator.once(in: 4) { add("multipleOf", .number(pick(["2", "3", "0.5", "0.25"]))) }
    case "string":
      if generator.once(in: 3) { add("minLength", number(0...2)) }
      if generator.once(in: 3) { add("maxLength", number(1...4)) }
      if generator.once(in: 2) { add("pattern", .string(pick(Self.patterns))) }
    case "array":
      if generator.once(in: 3) { add("prefixItems", .array([schema(depth: depth - 2), schema(depth: depth - 2)])) }
      if !generator.once(in: 4) { add("items", schema(depth: depth - 1)) }
      if generator.once(in: 3) { add("minItems", number(0...2)) }
      if generator.once(in: 3) { add("maxItems", number(1...3)) }
      if generator.once(in: 4) {
        add("contains", schema(depth: depth - 2))
        if generator.once(in: 3) { add("minContains", number(0...2)) }
        if generator.once(in: 3) { add("maxContains", number(1...2)) }
      }
      if generator.once(in: 4) { add("uniqueItems", .bool(true)) }
    case "object": addObject(depth: depth, &members)
    default: break
    }
    if depth > 0 { addApplicator(depth: depth, &members) }
    if generator.once(in: 8) { add("enum", .array((0..<3).map { _ in document(depth: 1) })) }
    if generator.once(in: 20) { add("const", document(depth: 1)) }
    return .object(members)
  }

  private mutating func addObject(depth: Int, _ members: inout [JSONValue.Member]) {
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
    let names = Self.names.shuffled(using: &generator)
    let count = Int.random(in: 0...3, using: &generator)
    if count > 0 {
      add("properties", .object(names.prefix(count).map { .init(name: $0, value: schema(depth: depth - 1)) }))
    }
    if generator.once(in: 2) { add("required", .array(names.dropFirst(1).prefix(2).map { .string($0) })) }
    if generator.once(in: 2) {
      add("additionalProperties", generator.once(in: 2) ? .bool(false) : schema(depth: depth - 2))
    }
    if generator.once(in: 4) {
      add("patternProperties", .object([.init(name: pick(["^x", "a", "b$"]), value: schema(depth: depth - 2))]))
    }
    if generator.once(in: 5) { add("minProperties", number(1...3)) }
    if generator.once(in: 6) { add("maxProperties", number(1...3)) }
    if generator.once(in: 8) { add("propertyNames", .object([.init(name: "maxLength", value: number(1...3))])) }
    if generator.once(in: 6) {
      add("dependentRequired", .object([.init(name: names[0], value: .array([.string(names[1])]))]))
    }
    if generator.once(in: 8) {
      add("dependentSchemas", .object([.init(name: names[0], value: schema(depth: depth - 2))]))
    }
  }

  private mutating func addApplicator(depth: Int, _ members: inout [JSONValue.Member]) {
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: add("anyOf", .array([schema(depth: depth - 1), schema(depth: depth - 1)]))
    case 1: add("oneOf", .array([schema(depth: depth - 1), schema(depth: depth - 1)]))
    case 2: add("allOf", .array([schema(depth: depth - 1), schema(depth: depth - 1)]))
    case 3: add("not", schema(depth: depth - 1))
    case 4:
      add("if", schema(depth: depth - 1))
      add("then", schema(depth: depth - 1))
      add("else", schema(depth: depth - 1))
    case 5: add("$ref", .string("#/$defs/d"))
    default: break
    }
  }

  /// Returns a random document of any type.
  mutating func document(depth: Int = 3) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(generator.once(in: 2))
    case 2, 3: return .number(pick(Self.numbers))
    case 4, 5: return .string(pick(Self.texts))
    case 6: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in document(depth: depth - 1) })
    default:
      let names = Self.names.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator))
      return .object(names.map { .init(name: $0, value: document(depth: depth - 1)) })
    }
  }

  /// Returns a random document that follows the most obvious keywords of a schema.
  mutating func document(near schema: JSONValue, depth: Int = 4) -> JSONValue {
    guard depth > 0, !generator.once(in: 10), let members = schema.members else {
      return document(depth: max(depth, 0))
    }
    if let values = schema["enum"]?.elements, !values.isEmpty { return pick(values) }
    if let value = schema["const"] { return value }
    for keyword in ["anyOf", "oneOf", "allOf"] {
      if let branches = schema[keyword]?.elements, generator.once(in: 2) {
        return document(near: pick(branches), depth: depth - 1)
      }
    }
    let types = schema["type"].map { $0.elements ?? [$0] } ?? []
    let type =
      types.isEmpty
      ? pick(members.map(\.name).contains("properties") ? ["object"] : ["string", "integer", "array", "object"])
      : pick(types).string
    switch type {
    case "integer", "number": return .number(pick(Self.numbers))
    case "string": return .string(pick(Self.texts))
    case "boolean": return .bool(generator.once(in: 2))
    case "null": return .null
    case "array":
      let prefix = schema["prefixItems"]?.elements ?? []
      let items = schema["items"] ?? schema["contains"] ?? .bool(true)
      return .array(
        (0..<Int.random(in: 0...3, using: &generator)).map { index in
          document(near: index < prefix.count ? prefix[index] : items, depth: depth - 1)
        })
    default:
      var names = (schema["required"]?.elements ?? []).compactMap(\.string)
      for member in schema["properties"]?.members ?? [] where !names.contains(member.name) && generator.once(in: 2) {
        names.append(member.name)
      }
      if generator.once(in: 3), let extra = Self.names.randomElement(using: &generator), !names.contains(extra) {
        names.append(extra)
      }
      let others = schema["additionalProperties"] ?? .bool(true)
      return .object(
        names.shuffled(using: &generator).map { name in
          .init(name: name, value: document(near: schema["properties"]?[name] ?? others, depth: depth - 1))
        })
    }
  }
}

extension [JSONValue] {
  /// The distinct elements in order; the order of a `Set` would differ between processes.
  fileprivate var unique: [JSONValue] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
