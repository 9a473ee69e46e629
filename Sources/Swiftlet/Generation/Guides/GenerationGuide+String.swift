public import _StringProcessing

extension GenerationGuide where Value == String {
  /// Allows one text only.
  ///
  /// - Parameter value: The text.
  /// - Returns: The guide.
  public static func constant(_ value: String) -> GenerationGuide<String> {
    GenerationGuide(.constant(value))
  }

  /// Allows a choice of texts.
  ///
  /// - Parameter values: The texts.
  /// - Returns: The guide.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
    GenerationGuide(.anyOf(values))
  }

  /// Allows texts that a regular expression matches from beginning to end.
  ///
  /// Literals, classes, quantifiers, groups and alternation can be held while generating. An expression with anything
  /// else is reported when a response is requested.
  ///
  /// - Parameter regex: The regular expression.
  /// - Returns: The guide.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    GenerationGuide(.pattern(of: regex))
  }
}
