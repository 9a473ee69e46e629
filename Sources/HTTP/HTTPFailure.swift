/// A failure of an HTTP exchange.
package enum HTTPFailure: Error, Equatable {
  /// A timeout expired.
  case timedOut(String)
  /// The connection could not be established.
  case unreachable(String)
  /// The connection was lost.
  case lost(String)
  /// The response violates the protocol.
  case malformed(String)
  /// The body is larger than the limit, in bytes.
  case tooLarge(limit: Int)
}
