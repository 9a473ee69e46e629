import SwiftletJSON

/// A node of a schema.
///
/// Nodes form a tree with ordered properties. Named types are definitions of the enclosing ``SchemaGraph``
/// and are referenced, so that recursive types have finite trees.
struct SchemaNode: Sendable, Equatable {
  /// The description of the value for the model.
  ///
  /// For a reference, it describes this use and not the type.
  var description: String?

  /// The shape of the value.
  var shape: Shape

  init(_ shape: Shape, description: String? = nil) {
    self.shape = shape
    self.description = description
  }

  /// The shape of a value.
  indirect enum Shape: Sendable, Equatable {
    /// An arbitrary value.
    case any
    case null
    case boolean
    /// A number without a fraction.
    case integer(NumericBounds)
    case number(NumericBounds)
    case string(StringShape)
    case array(items: SchemaNode, count: CountBounds)
    case object(ObjectShape)
    /// A value of one of several nodes; an empty union has no values.
    case union(UnionShape)
    /// A reference to a node of the document.
    case reference(SchemaReference)
    /// A value that satisfies a verbatim JSON Schema.
    case verbatim(JSONSchema)

    /// A union without a name.
    static func union(_ choices: [SchemaNode]) -> Shape { .union(UnionShape(name: nil, choices: choices)) }
  }
}

/// A reference to a node of the document.
enum SchemaReference: Sendable, Hashable {
  /// The root of the document.
  case root
  /// One of the document's definitions.
  case definition(String)
}

/// The inclusive bounds of a number.
struct NumericBounds: Sendable, Equatable {
  var minimum: JSONNumber?
  var maximum: JSONNumber?
}

/// The inclusive bounds of an array's element count.
struct CountBounds: Sendable, Equatable {
  var minimum: Int?
  var maximum: Int?
}

/// The constraints on a string; unconstrained by default.
struct StringShape: Sendable, Equatable {
  /// The allowed texts.
  var choices: [String]?
  /// True if a single choice is written as `const`.
  var isConstant = false
  /// A regular expression that matches the whole text.
  ///
  /// From guides, it has the Swift syntax of the standard library's printer, with quoted text such as `\Qa-b\E`,
  /// options such as `(?i:…)`, and properties such as `\p{L}`. From decoded schemas, it is unchanged.
  var pattern: String?
}

/// An object with exactly the listed properties, in order.
struct ObjectShape: Sendable, Equatable {
  /// The type's name.
  var name: String
  /// The properties, in the order of generation.
  var properties: [Property]
  /// True if an optional property without a value is written as null instead of omitted.
  var representsNilExplicitly = false

  /// A named property.
  struct Property: Sendable, Equatable {
    var name: String
    var node: SchemaNode
    var isOptional: Bool
  }
}

/// A choice of nodes.
struct UnionShape: Sendable, Equatable {
  /// The type's name, if it has one.
  var name: String?
  var choices: [SchemaNode]
}
