/// The syntax tree of a regular expression.
indirect enum RegexSyntax: Hashable, Sendable {
  /// A character of a set.
  case set(CodePointSet)
  case sequence([RegexSyntax])
  case choice([RegexSyntax])
  /// At least `minimum` and at most `maximum` times; unbounded if `maximum` is nil.
  case repetition(RegexSyntax, minimum: Int, maximum: Int?)
  /// `^`
  case textStart
  /// `$`
  case textEnd

  static let empty = RegexSyntax.sequence([])
}
