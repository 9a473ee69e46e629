import SwiftletJSON

// A document as JSON Schema, in the dialect that the documentation of schemas calls for.

extension SchemaDocument {
  /// The document as JSON, with keys in the order in which a reader wants them.
  var json: GeneratedContent {
    var members = root.jsonMembers
    if !definitionNames.isEmpty {
      let listed = definitionNames.compactMap { name in
        definitions[name].map { node in (name, GeneratedContent.object(node.jsonMembers)) }
      }
      members.append(("$defs", .object(listed)))
    }
    return .object(members)
  }
}

extension SchemaNode {
  fileprivate var json: GeneratedContent { .object(jsonMembers) }

  fileprivate var jsonMembers: [(String, GeneratedContent)] {
    let description = description.map { [("description", $0.generatedContent)] } ?? []
    switch shape {
    case .any: return GeneratedContent.anyJSONMembers + description
    case .null: return [("type", "null".generatedContent)] + description
    case .boolean: return [("type", "boolean".generatedContent)] + description
    case .integer(let bounds): return [("type", "integer".generatedContent)] + description + bounds.jsonMembers
    case .number(let bounds): return [("type", "number".generatedContent)] + description + bounds.jsonMembers
    case .string(let rule): return rule.jsonMembers(description)
    case .array(let items, let count):
      return [("type", "array".generatedContent)] + description + [("items", items.json)] + count.jsonMembers
    case .object(let object): return object.jsonMembers(description)
    case .union(let union):
      let title = union.name.map { [("title", $0.generatedContent)] } ?? []
      return title + description + [("anyOf", GeneratedContent(.array(union.choices.map(\.json))))]
    case .reference(let reference): return [("$ref", reference.pointer.generatedContent)] + description
    }
  }
}

extension NumericBounds {
  fileprivate var jsonMembers: [(String, GeneratedContent)] {
    [("minimum", minimum), ("maximum", maximum)].compactMap { key, bound in
      bound.map { (key, GeneratedContent(.number($0))) }
    }
  }
}

extension CountBounds {
  fileprivate var jsonMembers: [(String, GeneratedContent)] {
    [("minItems", minimum), ("maxItems", maximum)].compactMap { key, bound in
      bound.map { (key, $0.generatedContent) }
    }
  }
}

extension StringRule {
  fileprivate func jsonMembers(_ description: [(String, GeneratedContent)]) -> [(String, GeneratedContent)] {
    if isConstant, pattern == nil, let choices, choices.count == 1 {
      return [("const", choices[0].generatedContent)] + description
    }
    let values = choices.map { [("enum", $0.generatedContent)] } ?? []
    let pattern = pattern.map { [("pattern", $0.generatedContent)] } ?? []
    return [("type", "string".generatedContent)] + description + values + pattern
  }
}

extension ObjectShape {
  fileprivate func jsonMembers(_ description: [(String, GeneratedContent)]) -> [(String, GeneratedContent)] {
    [("type", "object".generatedContent), ("title", name.generatedContent)] + description + [
      ("properties", .object(properties.map { ($0.name, $0.node.json) })),
      ("required", properties.filter { !$0.isOptional }.map(\.name).generatedContent),
      ("additionalProperties", false.generatedContent),
      ("x-order", properties.map(\.name).generatedContent),
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

  /// Reads a JSON pointer to the document's root or to one of its definitions.
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
  fileprivate static func object(_ members: [(String, GeneratedContent)]) -> GeneratedContent {
    GeneratedContent(properties: members.map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
  }

  /// What stands for a form that allows any value.
  fileprivate static var anyJSONMembers: [(String, GeneratedContent)] {
    [("anyOf", GeneratedContent(.array(anyJSONChoices)))]
  }

  private static let anyJSONChoices: [GeneratedContent] = {
    let scalars = ["null", "boolean", "number", "string"].map { object([("type", $0.generatedContent)]) }
    let array = object([("type", "array".generatedContent), ("items", object([]))])
    let structure = object([
      ("type", "object".generatedContent), ("title", "GeneratedContent".generatedContent),
      ("properties", object([])), ("required", [String]().generatedContent),
      ("additionalProperties", true.generatedContent), ("x-order", [String]().generatedContent),
    ])
    return [structure, array] + scalars
  }()

  /// Whether choices of forms are those that stand for a form that allows any value.
  static func isAnyJSON(_ choices: [GeneratedContent]) -> Bool {
    // Compared as texts with sorted keys, as decoders do not keep the order.
    choices.count == anyJSONChoices.count
      && zip(choices, anyJSONChoices).allSatisfy {
        ContentJSON.text($0, layout: .indented) == ContentJSON.text($1, layout: .indented)
      }
  }
}
