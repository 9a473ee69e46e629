import SwiftletJSON

/// What one keyword, or a few that belong together, demand of a value.
struct Assertion {
  enum Kind {
    /// The value is of one of the types.
    case types(Shape)
    /// Of the values of one type; others pass.
    case number(NumberConstraint)
    case string(StringConstraint)
    case array(ArrayConstraint)
    case object(ObjectConstraint)
    /// The value is one of those listed; the schemas stand for arrays and objects among them.
    case values([JSONValue], composites: [SchemaDocument.ID])
    case all([SchemaDocument.ID])
    case any([SchemaDocument.ID])
    case one([SchemaDocument.ID])
    case not(SchemaDocument.ID)
    case condition(SchemaDocument.ID, then: SchemaDocument.ID?, else: SchemaDocument.ID?)
    /// Objects with the property satisfy the schema.
    case dependent(PropertyName, SchemaDocument.ID)
    /// What `unevaluatedProperties` and `unevaluatedItems` demand of what no other keyword has looked at.
    case unevaluatedProperties(SchemaDocument.ID)
    case unevaluatedItems(SchemaDocument.ID)
    /// The keyword cannot be expressed.
    case unsupported(String)
  }

  var keyword: String
  var kind: Kind
}
