/// Why there is no answer, or not all of it.
enum HTTPFailure: Error, Equatable {
  /// Time is up.
  case timedOut(String)
  /// There has been no connection.
  case unreachable(String)
  /// The connection broke.
  case lost(String)
  /// What came is not an answer of the protocol.
  case malformed(String)
  /// The body is larger than the limit, in bytes.
  case tooLarge(limit: Int)
}
