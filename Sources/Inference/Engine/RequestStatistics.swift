/// Statistics of one request; those of ``tokenStatistics`` are available as members too.
@dynamicMemberLookup
public struct RequestStatistics: Sendable, Equatable {
  /// The number of tokens of the prompt.
  public internal(set) var promptTokens = 0
  /// Token counts and times that are also summed over all requests of an engine.
  public internal(set) var tokenStatistics = TokenStatistics()
  /// The number of decoding steps.
  public internal(set) var steps = 0
  /// The time from the submission of the request until its prefill began.
  public internal(set) var queueTime = Duration.zero
  /// The time of the prefill.
  public internal(set) var promptTime = Duration.zero
  /// The time from the end of the prefill to the end of the request.
  public internal(set) var generationTime = Duration.zero
  /// The time that the engine's thread spent on the guide, or waiting for its token masks.
  public internal(set) var guideTime = Duration.zero

  /// Creates statistics that are all zero.
  public init() {}

  /// A member of ``tokenStatistics``.
  public subscript<Value>(dynamicMember member: KeyPath<TokenStatistics, Value>) -> Value {
    tokenStatistics[keyPath: member]
  }
}
