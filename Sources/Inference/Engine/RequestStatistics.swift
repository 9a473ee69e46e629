/// What serving a request took; what is counted for the engine as well can be read as if it were its own.
@dynamicMemberLookup
public struct RequestStatistics: Sendable, Equatable {
  /// The tokens of the prompt.
  public internal(set) var promptTokens = 0
  /// What became of them and of the answer's tokens.
  public internal(set) var served = ServedTokens()
  /// How often the model was run to choose a token.
  public internal(set) var steps = 0
  /// From the request to when the engine began with it.
  public internal(set) var queueTime = Duration.zero
  /// From there until the prompt was read.
  public internal(set) var promptTime = Duration.zero
  /// From there to the end.
  public internal(set) var generationTime = Duration.zero
  /// How long the engine's own thread was busy with the guide, or waited for it.
  public internal(set) var guideTime = Duration.zero

  /// Statistics of nothing.
  public init() {}

  /// A part of ``served``.
  public subscript<Value>(dynamicMember part: KeyPath<ServedTokens, Value>) -> Value { served[keyPath: part] }
}
