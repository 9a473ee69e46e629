import SwiftletJSON

/// The form of a value: what schemas are inside, and what grammars are made from.
///
/// A tree with the properties of objects in order. Types that have a name stand in the ``SchemaGraph`` around the
/// tree and are referred to, so that recursive types are finite.
struct SchemaNode: Sendable, Equatable {
  /// What the value means, for the model to read.
  ///
  /// Beside a reference it describes the place rather than the type.
  var description: String?

  /// Which values there are.
  var shape: Shape

  init(_ shape: Shape, description: String? = nil) {
    self.shape = shape
    self.description = description
  }

  /// The forms of values.
  indirect enum Shape: Sendable, Equatable {
    /// Any value at all.
    case any
    case null
    case boolean
    /// Numbers without a fraction.
    case integer(NumericBounds)
    case number(NumericBounds)
    case string(StringRule)
    case array(items: SchemaNode, count: CountBounds)
    case object(ObjectShape)
    /// A value of one of these forms. Without any there is no value.
    case union(UnionShape)
    /// A value of the form that the document has under this name.
    case reference(SchemaReference)
    /// A value that satisfies a schema which somebody else has written.
    case written(JSONSchema)

    /// A union without a name.
    static func union(_ choices: [SchemaNode]) -> Shape { .union(UnionShape(name: nil, choices: choices)) }
  }
}

/// A name for the form of a value.
enum SchemaReference: Sendable, Hashable {
  /// The document's own form.
  case root
  /// One of the document's definitions.
  case definition(String)
}

/// The least and the greatest of numbers, both among them.
struct NumericBounds: Sendable, Equatable {
  var minimum: JSONNumber?
  var maximum: JSONNumber?
}

/// The least and the greatest number of an array's elements.
struct CountBounds: Sendable, Equatable {
  var minimum: Int?
  var maximum: Int?
}

/// Which texts a string may be: all, where nothing is said.
struct StringRule: Sendable, Equatable {
  /// The texts to choose from.
  var choices: [String]?
  /// Whether the one choice there is was meant as a constant, which only matters for how JSON writes it.
  var isConstant = false
  /// A regular expression that matches the whole text.
  ///
  /// Guides bring it in Swift's syntax as the standard library prints it, with quoted stretches such as `\Qa-b\E`,
  /// options such as `(?i:…)`, and properties such as `\p{L}`. Decoded schemas bring whatever they contain.
  var pattern: String?
}

/// Named values in order, without others.
struct ObjectShape: Sendable, Equatable {
  /// The type's name.
  var name: String
  /// The properties, in the order in which they are generated.
  var properties: [Property]
  /// Whether an optional property without a value is written as null rather than left out.
  var representsNilExplicitly = false

  /// A value with a name.
  struct Property: Sendable, Equatable {
    var name: String
    var node: SchemaNode
    var isOptional: Bool
  }
}

/// A choice of forms.
struct UnionShape: Sendable, Equatable {
  /// The type's name, if it has one.
  var name: String?
  var choices: [SchemaNode]
}
