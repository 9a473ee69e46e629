import SwiftletJSON

/// The names that a document gives to its parts: `$id`, `$anchor`, `$dynamicAnchor` and the `id` of draft 4.
struct SchemaIdentifiers {
  /// The way from the root to each schema with a URI of its own.
  private(set) var resources: [String: [String]] = [:]
  /// The way to each named place; the key is the URI with the name as fragment.
  private(set) var anchors: [String: [String]] = [:]
  /// How often each name of a dynamic anchor occurs.
  private(set) var dynamicAnchors: [String: Int] = [:]
  private let draft: SchemaDraft

  init(_ root: JSONValue, draft: SchemaDraft) {
    self.draft = draft
    resources[""] = []
    visit(root, base: "", way: [])
  }

  /// The identifier that a schema has, nil if it has none.
  private static func identifier(_ value: JSONValue, _ draft: SchemaDraft) -> String? {
    if draft <= .draft7, value["$ref"] != nil { return nil }
    return value["$id"]?.string ?? (draft == .draft4 ? value["id"]?.string : nil)
  }

  /// The URI that references in a schema are relative to.
  static func base(of value: JSONValue, within base: String, _ draft: SchemaDraft) -> String {
    guard let identifier = identifier(value, draft), !identifier.hasPrefix("#") else { return base }
    return URIReference(base).resolving(URIReference(identifier)).absolute
  }

  private mutating func visit(_ value: JSONValue, base: String, way: [String]) {
    guard let members = value.members else { return }
    let inner = Self.base(of: value, within: base, draft)
    if way.isEmpty || inner != base { resources[inner] = resources[inner] ?? way }
    if let identifier = Self.identifier(value, draft), let fragment = URIReference(identifier).fragment,
      !fragment.isEmpty
    {
      anchors[inner + "#" + fragment] = way
    }
    if let anchor = value["$anchor"]?.string { anchors[inner + "#" + anchor] = way }
    if let anchor = value["$dynamicAnchor"]?.string {
      anchors[inner + "#" + anchor] = way
      dynamicAnchors[anchor, default: 0] += 1
    }
    for member in members {
      switch member.name {
      case "properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "dependencies":
        for entry in member.value.members ?? [] {
          visit(entry.value, base: inner, way: way + [member.name, entry.name])
        }
      case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items", "prefixItems", "additionalItems",
        "contains",
        "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
        if case .array(let elements) = member.value {
          for (index, element) in elements.enumerated() {
            visit(element, base: inner, way: way + [member.name, String(index)])
          }
        } else {
          visit(member.value, base: inner, way: way + [member.name])
        }
      // In other keywords a schema is none.
      default: continue
      }
    }
  }
}
