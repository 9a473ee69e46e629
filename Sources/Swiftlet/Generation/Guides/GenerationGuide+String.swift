public import _StringProcessing

extension GenerationGuide where Value == String {
  /// Requires a constant text.
  ///
  /// - Parameter value: The text.
  /// - Returns: The guide.
  public static func constant(_ value: String) -> GenerationGuide<String> {
    GenerationGuide(.constant(value))
  }

  /// Restricts the text to a list.
  ///
  /// - Parameter values: The texts.
  /// - Returns: The guide.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
    GenerationGuide(.anyOf(values))
  }

  /// Requires that a regular expression matches the whole text.
  ///
  /// Literals, classes, quantifiers, groups and alternation can be enforced. An expression with anything
  /// else is an error of the request that uses it.
  ///
  /// - Parameter regex: The regular expression.
  /// - Returns: The guide.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    GenerationGuide(.pattern(of: regex))
  }
}
