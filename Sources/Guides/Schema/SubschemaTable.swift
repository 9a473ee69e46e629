import SwiftletJSON

/// The subschemas of a document, numbered on first use, with the resolution of references.
///
/// Not thread-safe; confined to the compilation of one guide.
final class SubschemaTable {
  typealias ID = Int

  /// The maximum number of subschemas of a compilation.
  static let maximumCount = 60_000

  struct Node {
    var value: JSONValue
    /// The enclosing schema, -1 for the root.
    var parent: ID
    /// The path from the enclosing schema.
    var path: [String]
    /// The base URI of references in the schema.
    var base: String
    /// True for a generated schema of a constant, in which the keywords of the latest draft apply.
    var isConstant = false
    /// The path from the document's root, for targets of references.
    var location: [String]?
  }

  let root: JSONValue
  let draft: SchemaDraft
  /// True if the draft is specified by `$schema` or by the options.
  let declaresDraft: Bool
  private(set) var nodes: [Node] = []
  /// The targets of references, by their path from the root.
  private var known: [[String]: ID] = [:]
  /// The work budget of the document's patterns.
  var patterns = PatternBudget()
  private lazy var identified = SchemaIdentifiers(root, draft: draft)

  init(_ root: JSONValue, draft given: SchemaDraft? = nil) {
    self.root = root
    let named = root["$schema"]?.string.flatMap { SchemaDraft(uri: $0) } ?? given
    draft = named ?? .draft2020
    declaresDraft = named != nil
    nodes.append(
      Node(value: root, parent: -1, path: [], base: SchemaIdentifiers.base(of: root, within: "", draft), location: []))
    known[[]] = 0
  }

  /// Adds a subschema and returns its number.
  func child(
    of parent: ID, _ path: [String], _ value: JSONValue, isConstant: Bool = false
  ) throws(GuideError) -> ID {
    guard nodes.count < Self.maximumCount else {
      throw .tooComplex(pointer: pointer(parent), reason: "more than \(Self.maximumCount) schemas")
    }
    let base = SchemaIdentifiers.base(of: value, within: nodes[parent].base, draft)
    let isConstant = isConstant || nodes[parent].isConstant
    nodes.append(Node(value: value, parent: parent, path: path, base: base, isConstant: isConstant, location: nil))
    return nodes.count - 1
  }

  /// Returns the JSON pointer of a schema, or of a keyword in it.
  func pointer(_ id: ID, _ keyword: String? = nil) -> String { pointer(id, path: keyword.map { [$0] } ?? []) }

  /// Returns the JSON pointer of a value in a schema.
  func pointer(_ id: ID, path: [String]) -> String {
    var parts = path
    var current = id
    while current >= 0 {
      if let location = nodes[current].location {
        parts = location + parts
        break
      }
      parts = nodes[current].path + parts
      current = nodes[current].parent
    }
    return parts.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  /// Resolves a reference to a schema.
  func resolve(_ reference: String, from id: ID, keyword: String) throws(GuideError) -> ID {
    let target = URIReference(nodes[id].base).resolving(URIReference(reference))
    let fragment = (target.fragment ?? "").percentDecoded
    let isLocal = reference.hasPrefix("#") || reference.isEmpty
    if fragment.isEmpty || fragment.hasPrefix("/") {
      let tokens = fragment.isEmpty ? [] : Self.tokens(fragment)
      if let resource = identified.resources[target.absolute], let found = node(at: resource + tokens) { return found }
      // Some documents give `id` to subschemas, yet use pointers from the root.
      if isLocal || target.absolute == URIReference(nodes[0].base).absolute, let found = node(at: tokens) {
        return found
      }
    } else if let location = identified.anchors[target.absolute + "#" + fragment]
      ?? (isLocal ? identified.anchors["#" + fragment] : nil),
      let found = node(at: location)
    {
      return found
    }
    let reason =
      isLocal
      ? "there is nothing at \(reference.debugDescription)"
      : "references to other documents (\(reference.debugDescription)) are not followed"
    throw .unsupported(pointer: pointer(id, keyword), reason: reason)
  }

  /// Returns true if several schemas have the dynamic anchor.
  func isAmbiguous(dynamicAnchor name: String) -> Bool { identified.dynamicAnchors[name, default: 0] > 1 }

  /// Returns true if a schema has the dynamic anchor.
  func isDynamic(_ name: String) -> Bool { identified.dynamicAnchors[name] != nil }

  private static func tokens(_ pointer: String) -> [String] {
    pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  private func node(at location: [String]) -> ID? {
    if let id = known[location] { return id }
    var value = root
    var base = nodes[0].base
    for token in location {
      switch value {
      case .object:
        guard let member = value[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
      base = SchemaIdentifiers.base(of: value, within: base, draft)
    }
    guard nodes.count < Self.maximumCount else { return nil }
    nodes.append(Node(value: value, parent: -1, path: [], base: base, location: location))
    known[location] = nodes.count - 1
    return nodes.count - 1
  }
}

extension String {
  /// The text with percent-encoded bytes decoded.
  fileprivate var percentDecoded: String {
    guard contains("%") else { return self }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
