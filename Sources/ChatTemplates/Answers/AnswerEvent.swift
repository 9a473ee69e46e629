/// An event of parsing an answer.
public enum AnswerEvent: Sendable, Equatable {
  /// New text.
  case text(String)
  /// New reasoning text.
  case reasoning(String)
  /// The beginning of a tool call, with its name.
  case callBegan(name: String)
  /// The next part of the arguments, as JSON text.
  case arguments(String)
  /// The end of a tool call.
  case callEnded
}

/// An error in an answer.
public enum AnswerError: Error, Equatable {
  /// A malformed tool call; `offset` is in bytes from the beginning of the answer.
  case malformedCall(offset: Int, found: String, expected: String)
  /// The answer ends within a tool call; the name is `nil` if it is incomplete.
  case unfinishedCall(name: String?)
  /// The arguments exceed the limit of nesting or of length.
  case tooLarge(limit: String)
}

extension AnswerError: CustomStringConvertible {
  /// The error with its position, and the found and expected text.
  public var description: String {
    switch self {
    case .malformedCall(let offset, let found, let expected):
      "malformed tool call: at byte \(offset) of the answer found \(found.debugDescription), expected \(expected)"
    case .unfinishedCall(let name):
      "the answer ends within a call to \(name.map { "the tool " + $0 } ?? "a tool")"
    case .tooLarge(let limit): "the arguments of a tool call exceed the limit: \(limit)"
    }
  }
}
