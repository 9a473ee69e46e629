/// An error in a schema, a pattern, a grammar or the use of a guide.
public enum GuideError: Error, Equatable, Sendable {
  /// The text is not JSON; `offset` counts bytes.
  case malformedJSON(offset: Int, reason: String)
  /// A keyword has a value that the specification does not allow.
  case invalidSchema(pointer: String, reason: String)
  /// A keyword cannot be expressed exactly.
  case unsupported(pointer: String, reason: String)
  /// No document satisfies the schema.
  case unsatisfiable(pointer: String)
  /// A regular expression is malformed, or not regular; `offset` counts code points.
  case invalidPattern(String, offset: Int, reason: String)
  /// A grammar is malformed or unsupported; lines and columns count from 1.
  case invalidGrammar(line: Int, column: Int, reason: String)
  /// The automaton for the schema or pattern would be larger than the limits allow.
  case tooComplex(pointer: String, reason: String)
  /// The token is not allowed in the current state.
  case tokenNotAllowed(id: Int)
  /// The shortest completion needs more tokens than the budget allows.
  case budgetTooSmall(needed: Int, available: Int)
  /// The vocabulary has no token that can continue the answer; `offset` is its length so far in bytes.
  case noTokenAllowed(offset: Int)
}

extension GuideError: CustomStringConvertible {
  /// One line with the location and the reason.
  public var description: String {
    switch self {
    case .malformedJSON(let offset, let reason): "schema: not JSON at byte \(offset): \(reason)"
    case .invalidSchema(let pointer, let reason): "schema: \(Self.shown(pointer)): \(reason)"
    case .unsupported(let pointer, let reason): "schema: \(Self.shown(pointer)) is not supported: \(reason)"
    case .unsatisfiable(let pointer): "schema: nothing satisfies \(Self.shown(pointer))"
    case .invalidPattern(let pattern, let offset, let reason):
      "pattern \(pattern.prefix(80).debugDescription): \(reason) at character \(offset)"
    case .invalidGrammar(let line, let column, let reason): "grammar: line \(line), column \(column): \(reason)"
    case .tooComplex("", let reason): "guide: too complex: \(reason)"
    case .tooComplex(let pointer, let reason): "schema: \(Self.shown(pointer)) is too complex: \(reason)"
    case .tokenNotAllowed(let id): "guide: the token \(id) is not allowed here"
    case .budgetTooSmall(let needed, let available):
      "guide: the shortest answer needs \(needed) tokens, but only \(available) are available"
    case .noTokenAllowed(let offset):
      "guide: the vocabulary has no token that can continue the answer after \(offset) bytes"
    }
  }

  private static func shown(_ pointer: String) -> String { pointer.isEmpty ? "the root" : pointer }
}
