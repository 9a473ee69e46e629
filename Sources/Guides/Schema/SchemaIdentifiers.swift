import SwiftletJSON

/// The identifiers in a document: `$id`, `$anchor`, `$dynamicAnchor` and the `id` of draft 4.
struct SchemaIdentifiers {
  /// The paths of the schemas with URIs of their own, by URI.
  private(set) var resources: [String: [String]] = [:]
  /// The paths of the anchors, by URI with the anchor as fragment.
  private(set) var anchors: [String: [String]] = [:]
  /// The number of occurrences of each dynamic anchor.
  private(set) var dynamicAnchors: [String: Int] = [:]
  private let draft: SchemaDraft

  init(_ root: JSONValue, draft: SchemaDraft) {
    self.draft = draft
    resources[""] = []
    visit(root, base: "", path: [])
  }

  /// Returns the identifier of a schema, nil if it has none.
  private static func identifier(_ value: JSONValue, _ draft: SchemaDraft) -> String? {
    if draft <= .draft7, value["$ref"] != nil { return nil }
    return value["$id"]?.string ?? (draft == .draft4 ? value["id"]?.string : nil)
  }

  /// Returns the base URI of references in a schema.
  static func base(of value: JSONValue, within base: String, _ draft: SchemaDraft) -> String {
    guard let identifier = identifier(value, draft), !identifier.hasPrefix("#") else { return base }
    return URIReference(base).resolving(URIReference(identifier)).absolute
  }

  private mutating func visit(_ value: JSONValue, base: String, path: [String]) {
    guard let members = value.members else { return }
    let inner = Self.base(of: value, within: base, draft)
    if path.isEmpty || inner != base { resources[inner] = resources[inner] ?? path }
    if let identifier = Self.identifier(value, draft), let fragment = URIReference(identifier).fragment,
      !fragment.isEmpty
    {
      anchors[inner + "#" + fragment] = path
    }
    if let anchor = value["$anchor"]?.string { anchors[inner + "#" + anchor] = path }
    if let anchor = value["$dynamicAnchor"]?.string {
      anchors[inner + "#" + anchor] = path
      dynamicAnchors[anchor, default: 0] += 1
    }
    for member in members {
      switch member.name {
      case "properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "dependencies":
        for entry in member.value.members ?? [] {
          visit(entry.value, base: inner, path: path + [member.name, entry.name])
        }
      case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items", "prefixItems", "additionalItems",
        "contains",
        "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
        if case .array(let elements) = member.value {
          for (index, element) in elements.enumerated() {
            visit(element, base: inner, path: path + [member.name, String(index)])
          }
        } else {
          visit(member.value, base: inner, path: path + [member.name])
        }
      // Values of other keywords are not schemas.
      default: continue
      }
    }
  }
}
