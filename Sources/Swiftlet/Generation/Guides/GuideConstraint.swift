import SwiftletJSON

/// What a guide demands of a value, without the value's type.
enum GuideConstraint: Sendable, Equatable {
  /// The string is this one.
  case constant(String)
  /// The string is one of these.
  case anyOf([String])
  /// The whole string matches the regular expression, which is `nil` if it has no text.
  case pattern(String?)
  /// The number is not less.
  case minimum(JSONNumber)
  /// The number is not greater.
  case maximum(JSONNumber)
  /// The array has so many elements or more.
  case minimumCount(Int)
  /// The array has so many elements or fewer.
  case maximumCount(Int)
  /// Each element of the array fulfils this.
  indirect case element(GuideConstraint)
}

extension GuideConstraint {
  /// The constraint that a regular expression is.
  ///
  /// The text comes from the standard library's own printer. It is the expression's meaning rather than its source:
  /// `/\d-/` becomes `\d\-`. Expressions with parts that are Swift code have none.
  static func pattern<Output>(of regex: Regex<Output>) -> GuideConstraint {
    .pattern(regex._literalPattern)
  }
}
