/// A failure of an HTTP exchange.
package enum HTTPFailure: Error, Equatable {
  /// A timeout expired.
  case timedOut(String)
  /// The connection could not be established.
  case unreachable(String)
  /// This machine lacks what the request needs, such as a library, so that no second attempt succeeds.
  case impossible(String)
  /// The connection was lost.
  case lost(String)
  /// The response violates the protocol.
  case malformed(String)
  /// The body is larger than the limit, in bytes.
  case tooLarge(limit: Int)

  /// True if the same request can succeed later.
  package var isTransient: Bool {
    switch self {
    case .timedOut, .unreachable, .lost: true
    case .impossible, .malformed, .tooLarge: false
    }
  }

  /// The reason in words.
  package var reason: String {
    switch self {
    case .timedOut(let reason), .unreachable(let reason), .impossible(let reason), .lost(let reason),
      .malformed(let reason):
      reason
    case .tooLarge(let limit): "the answer has more than \(limit) bytes"
    }
  }
}
