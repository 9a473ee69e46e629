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
    case values([JSONValue], composites: [SubschemaTable.ID])
    case all([SubschemaTable.ID])
    case any([SubschemaTable.ID])
    case one([SubschemaTable.ID])
    case not(SubschemaTable.ID)
    case condition(SubschemaTable.ID, then: SubschemaTable.ID?, else: SubschemaTable.ID?)
    /// Objects with the property satisfy the schema.
    case dependent(PropertyName, SubschemaTable.ID)
    /// What `unevaluatedProperties` and `unevaluatedItems` demand of what no other keyword has looked at.
    case unevaluatedProperties(SubschemaTable.ID)
    case unevaluatedItems(SubschemaTable.ID)
    /// The keyword cannot be expressed.
    case unsupported(String)
  }

  var keyword: String
  var kind: Kind
}
