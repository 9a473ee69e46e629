import SwiftletChatTemplates
import SwiftletGuides

/// Says what the arguments of a tool may look like, in the syntax of the model.
///
/// Where a syntax is not JSON, counts of arrays are left to the tool.
struct ArgumentGuide {
  private let document: SchemaDocument

  init(_ schema: GenerationSchema) {
    document = schema.document
  }

  /// All arguments of a call.
  func source(_ syntax: ToolCallFormat.Arguments) -> GuideSource {
    guard case .object(let object) = document.root.shape, syntax != .json else {
      return .schema(document.json.jsonString)
    }
    switch syntax {
    case .json: return .schema(document.json.jsonString)
    case .tagged(let format): return members(of: object, separator: format.separator) { tagged($0, format) }
    case .python:
      return members(of: object, separator: ", ") { .sequence([.literal($0.name + "="), python($0.node)]) }
    case .bareObject(let quote): return bare(object, quote: quote, depth: 0)
    }
  }

  /// Members one after the other: those that are needed first, so that what divides them is easy to place.
  private func members(
    of object: ObjectShape, separator: String, _ source: (ObjectShape.Property) -> GuideSource
  ) -> GuideSource {
    let needed = object.properties.filter { !$0.isOptional }.map(source)
    let others = object.properties.filter(\.isOptional).map(source)
    let divider = GuideSource.literal(separator)
    func following(_ sources: ArraySlice<GuideSource>) -> [GuideSource] {
      sources.map { .anyOf([.literal(""), .sequence([divider, $0])]) }
    }
    if let first = needed.first {
      let rest = needed.dropFirst().flatMap { [divider, $0] }
      return .sequence([first] + rest + following(others[...]))
    }
    // Which of them comes first decides which can follow.
    let choices = others.indices.map { GuideSource.sequence([others[$0]] + following(others[($0 + 1)...])) }
    return .anyOf([.literal("")] + choices)
  }
}

// MARK: - Tags

extension ArgumentGuide {
  private func tagged(_ property: ObjectShape.Property, _ format: TaggedArguments) -> GuideSource {
    let isString = kind(of: property.node) == .string
    let key = GuideSource.literal(
      format.beforeKey + property.name + (isString ? format.afterKey : format.afterKeyOfOther))
    let value = isString ? rawString(property.node, end: format.afterValue.trimmed) : json(property.node)
    return .sequence([key, value, .literal(format.afterValue)])
  }

  /// A string without quotes, up to what ends it.
  private func rawString(_ node: SchemaNode, end: String) -> GuideSource {
    switch resolved(node).shape {
    case .string(let rule):
      if let choices = rule.choices { return .choice(choices) }
      if let pattern = rule.pattern { return .pattern(pattern) }
    case .union(let union): return .anyOf(union.choices.map { rawString($0, end: end) })
    default: break
    }
    return .text(without: [end])
  }

  /// Whether a value is a string, or can be none.
  func kind(of node: SchemaNode, depth: Int = 0) -> ArgumentKind {
    switch resolved(node).shape {
    case .string: .string
    case .union(let union):
      depth < 8 && union.choices.allSatisfy { kind(of: $0, depth: depth + 1) == .string } ? .string : .other
    default: .other
    }
  }

  /// The kinds of all arguments.
  var kinds: [String: ArgumentKind] {
    guard case .object(let object) = document.root.shape else { return [:] }
    return Dictionary(object.properties.map { ($0.name, kind(of: $0.node)) }) { first, _ in first }
  }

  private func resolved(_ node: SchemaNode) -> SchemaNode {
    var node = node
    var depth = 0
    while case .reference(let reference) = node.shape, depth < 8, let target = document.node(reference) {
      node = target
      depth += 1
    }
    return node
  }

  /// A value in JSON.
  private func json(_ node: SchemaNode) -> GuideSource {
    var part = document
    part.root = node
    let text = part.json.jsonString
    // Within a part, the root is another one.
    return .schema(text.contains(##""$ref": "#""##) ? "{}" : text)
  }
}

// MARK: - Python, and objects without quotes

extension ArgumentGuide {
  private func python(_ node: SchemaNode) -> GuideSource {
    switch resolved(node).shape {
    case .boolean: .choice(["True", "False"])
    case .null: .literal("None")
    default: json(node)
    }
  }

  private func bare(_ object: ObjectShape, quote: String, depth: Int) -> GuideSource {
    let content = members(of: object, separator: ",") { property in
      .sequence([.literal(property.name + ":"), bare(property.node, quote: quote, depth: depth + 1)])
    }
    return .sequence([.literal("{"), content, .literal("}")])
  }

  private func bare(_ node: SchemaNode, quote: String, depth: Int) -> GuideSource {
    // A type that contains itself has to end somewhere.
    guard depth < 5 else { return .literal("null") }
    switch resolved(node).shape {
    case .string(let rule):
      let content: GuideSource = rule.choices.map { .choice($0) } ?? .text(without: [quote])
      return .sequence([.literal(quote), content, .literal(quote)])
    case .object(let object): return bare(object, quote: quote, depth: depth)
    case .array(let items, _):
      let item = bare(items, quote: quote, depth: depth + 1)
      let list = GuideSource.sequence([item, .repeated(.sequence([.literal(","), item]))])
      return .sequence([.literal("["), .anyOf([.literal(""), list]), .literal("]")])
    case .union(let union): return .anyOf(union.choices.map { bare($0, quote: quote, depth: depth + 1) })
    case .any: return .choice(["true", "false", "null"])
    case .null, .boolean, .integer, .number, .reference: return json(node)
    }
  }
}
