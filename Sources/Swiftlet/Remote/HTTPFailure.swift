import Foundation

/// Why there is no answer, or not all of it.
enum HTTPFailure: Error, Equatable {
  /// Time is up.
  case timedOut(String)
  /// There has been no connection.
  case unreachable(String)
  /// The connection broke.
  case lost(String)
  /// The body is larger than the limit, in bytes.
  case tooLarge(limit: Int)
}

extension HTTPFailure {
  /// The failure behind an error of `URLSession`.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - hasBegun: Whether a part of the answer had come.
  init(_ error: any Error, hasBegun: Bool) {
    let reason = error.localizedDescription
    if let error = error as? URLError, error.code == .timedOut {
      self = .timedOut(reason)
    } else {
      self = hasBegun ? .lost(reason) : .unreachable(reason)
    }
  }
}

extension HTTPFailure {
  /// The error that the caller of a request gets.
  var callersError: any Error {
    switch self {
    case .timedOut(let reason): LanguageModelError.timeout(.init(debugDescription: reason))
    case .unreachable(let reason): OpenAICompatibleLanguageModelError.unreachable(reason: reason)
    case .lost(let reason): OpenAICompatibleLanguageModelError.connectionLost(reason: reason)
    case .tooLarge(let limit): OpenAICompatibleLanguageModelError.limitExceeded(what: "bytes", limit: limit)
    }
  }
}
