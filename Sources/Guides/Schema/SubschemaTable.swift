import SwiftletJSON

/// The schemas of a document, numbered as they are met, and the resolution of references among them.
///
/// Confined to the compilation of one guide.
final class SubschemaTable {
  typealias ID = Int

  /// The most schemas that a compilation may meet.
  static let maximumCount = 60_000

  struct Node {
    var value: JSONValue
    /// The schema around this one, with the way from there; -1 for the root.
    var parent: ID
    var way: [String]
    /// The URI that references in it are relative to.
    var base: String
    /// Whether the schema stands for a constant and was not written by anybody: all keywords mean what they do today.
    var isConstant = false
    /// The way from the document's root, if a reference led here.
    var location: [String]?
  }

  let root: JSONValue
  let draft: SchemaDraft
  /// Whether `$schema` says which draft it is.
  let namesDraft: Bool
  private(set) var nodes: [Node] = []
  /// Nodes by their way from the root, for those that references lead to.
  private var known: [[String]: ID] = [:]
  /// What all patterns of the document may take.
  var patterns = PatternBudget()
  private lazy var identified = SchemaIdentifiers(root, draft: draft)

  init(_ root: JSONValue, draft given: SchemaDraft? = nil) {
    self.root = root
    let named = root["$schema"]?.string.flatMap { SchemaDraft(uri: $0) } ?? given
    draft = named ?? .draft2020
    namesDraft = named != nil
    nodes.append(
      Node(value: root, parent: -1, way: [], base: SchemaIdentifiers.base(of: root, within: "", draft), location: []))
    known[[]] = 0
  }

  /// The number of a schema within another one.
  func child(
    of parent: ID, _ way: [String], _ value: JSONValue, isConstant: Bool = false
  ) throws(GuideError) -> ID {
    guard nodes.count < Self.maximumCount else {
      throw .tooComplex(pointer: pointer(parent), reason: "more than \(Self.maximumCount) schemas")
    }
    let base = SchemaIdentifiers.base(of: value, within: nodes[parent].base, draft)
    let isConstant = isConstant || nodes[parent].isConstant
    nodes.append(Node(value: value, parent: parent, way: way, base: base, isConstant: isConstant, location: nil))
    return nodes.count - 1
  }

  /// The JSON pointer of a schema, or of a keyword in it.
  func pointer(_ id: ID, _ keyword: String? = nil) -> String {
    var parts = keyword.map { [$0] } ?? []
    var current = id
    while current >= 0 {
      if let location = nodes[current].location {
        parts = location + parts
        break
      }
      parts = nodes[current].way + parts
      current = nodes[current].parent
    }
    return parts.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }

  /// The schema that a reference leads to.
  func resolve(_ reference: String, from id: ID, keyword: String) throws(GuideError) -> ID {
    let target = URIReference(nodes[id].base).resolving(URIReference(reference))
    let fragment = (target.fragment ?? "").percentDecoded
    let isLocal = reference.hasPrefix("#") || reference.isEmpty
    if fragment.isEmpty || fragment.hasPrefix("/") {
      let tokens = fragment.isEmpty ? [] : Self.tokens(fragment)
      if let resource = identified.resources[target.absolute], let found = node(at: resource + tokens) { return found }
      // Documents give `id` to subschemas and go on counting from the root; nothing else can be meant.
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

  /// Whether the document has several places that a dynamic reference of the name could mean.
  func isAmbiguous(dynamicAnchor name: String) -> Bool { identified.dynamicAnchors[name, default: 0] > 1 }

  /// Whether the name is that of a dynamic anchor.
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
    nodes.append(Node(value: value, parent: -1, way: [], base: base, location: location))
    known[location] = nodes.count - 1
    return nodes.count - 1
  }
}

extension String {
  /// The text with %xx replaced by what it stands for.
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
