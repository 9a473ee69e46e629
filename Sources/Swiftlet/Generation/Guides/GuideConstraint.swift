import SwiftletJSON

/// A constraint of a guide, without the value's type.
enum GuideConstraint: Sendable, Equatable {
  /// The string equals a constant.
  case constant(String)
  /// The string is one of a list.
  case anyOf([String])
  /// The whole string matches the regular expression, which is `nil` if it has no text.
  case pattern(String?)
  /// The number's inclusive lower bound.
  case minimum(JSONNumber)
  /// The number's inclusive upper bound.
  case maximum(JSONNumber)
  /// The minimum number of elements.
  case minimumCount(Int)
  /// The maximum number of elements.
  case maximumCount(Int)
  /// A constraint on each element of the array.
  indirect case element(GuideConstraint)
}

extension GuideConstraint {
  /// Creates the constraint of a regular expression.
  ///
  /// The text comes from the standard library's printer, which normalises the source of the expression:
  /// `/\d-/` becomes `\d\-`. Expressions with Swift code in them have no text.
  static func pattern<Output>(of regex: Regex<Output>) -> GuideConstraint {
    .pattern(regex._literalPattern)
  }
}
