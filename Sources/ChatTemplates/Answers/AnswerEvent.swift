/// A piece of an answer.
public enum AnswerEvent: Sendable, Equatable {
  /// New text.
  case text(String)
  /// New text of a thought.
  case reasoning(String)
  /// A call has begun; its name is known.
  case callBegan(name: String)
  /// More of the call's arguments, as JSON text.
  case arguments(String)
  /// The call is complete.
  case callEnded
}

/// What is wrong with an answer.
public enum AnswerError: Error, Equatable {
  /// Something else stands where a call has to go on; `offset` counts bytes from the beginning of the answer.
  case malformedCall(offset: Int, found: String, expected: String)
  /// The answer ends within a call; the name is `nil` if it is not known yet.
  case unfinishedCall(name: String?)
  /// Arguments are nested more deeply, or are longer, than the limit.
  case tooLarge(limit: String)
}

extension AnswerError: CustomStringConvertible {
  /// What was found where, and what was expected.
  public var description: String {
    switch self {
    case .malformedCall(let offset, let found, let expected):
      "a malformed call of a tool: at byte \(offset) of the answer found \(found.debugDescription), expected \(expected)"
    case .unfinishedCall(let name):
      "the answer ends within a call of \(name.map { "the tool " + $0 } ?? "a tool")"
    case .tooLarge(let limit): "the arguments of a call exceed the limit: \(limit)"
    }
  }
}
