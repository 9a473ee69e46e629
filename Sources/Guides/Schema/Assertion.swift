import SwiftletJSON

/// An assertion: the constraint of one keyword, or of a few related ones.
struct Assertion {
  enum Kind {
    /// The value is of one of the types.
    case types(Shape)
    /// A constraint on the values of one type; values of other types pass.
    case number(NumberConstraint)
    case string(StringConstraint)
    case array(ArrayConstraint)
    case object(ObjectConstraint)
    /// The value is one of those listed; arrays and objects are represented by the schemas.
    case values([JSONValue], composites: [SubschemaTable.ID])
    case all([SubschemaTable.ID])
    case any([SubschemaTable.ID])
    case one([SubschemaTable.ID])
    case not(SubschemaTable.ID)
    case condition(SubschemaTable.ID, then: SubschemaTable.ID?, else: SubschemaTable.ID?)
    /// Objects with the property satisfy the schema.
    case dependent(PropertyName, SubschemaTable.ID)
    /// The schemas of properties and items that no other keyword has evaluated.
    case unevaluatedProperties(SubschemaTable.ID)
    case unevaluatedItems(SubschemaTable.ID)
    /// The keyword cannot be expressed.
    case unsupported(String)
  }

  var keyword: String
  var kind: Kind
}
