internal import Foundation
internal import SwiftletHTTP

/// A failure of a request that may pass, and the delay that the server asks for.
struct TransientHubError: Error {
  var error: HubError
  var requestedDelay: Duration?
}

extension HubRequester.Answer {
  /// Returns the error for an answer with another status than expected: ``TransientHubError`` if it may pass, else
  /// ``HubError``.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - subject: The subject of the request; nil for other servers than hubs.
  ///   - body: The body, or its beginning.
  /// - Returns: The error.
  func failure(of url: URL, about subject: HubError.Subject?, body: [UInt8] = []) -> any Error {
    let error = HubError(head, body: body, url: url, subject: subject, hasToken: route.carriesToken)
    return error.isTransient ? TransientHubError(error: error, requestedDelay: head.requestedDelay()) : error
  }
}

/// A closure that receives the reason of a failure and the delay before the next attempt.
typealias RetryReport = @Sendable (_ reason: String, _ delay: Duration) -> Void

extension RetryPolicy {
  /// The number of further attempts where no server answers, which seldom passes within seconds.
  private static let unreachableLimit = 2

  /// The time after which a failure is not repeated any more, unless the server says when.
  static let requestLimit = Duration.seconds(60)

  /// Repeats a request about files until it succeeds, or fails for good.
  ///
  /// - Parameters:
  ///   - report: Receives the failures that are repeated.
  ///   - request: The request; ``TransientHubError`` and a ``HubError`` that is transient are repeated.
  /// - Returns: The result of the request.
  /// - Throws: ``HubError`` or `CancellationError`.
  nonisolated(nonsending) func repeating<Answer>(
    report: RetryReport, _ request: () async throws -> Answer
  ) async throws -> Answer {
    var counter = RetryCounter(self)
    var unreachable = 0
    let start = now()
    while true {
      let failure: TransientHubError
      do {
        return try await request()
      } catch let error as TransientHubError {
        failure = error
      } catch let error as HubError where error.isTransient {
        failure = TransientHubError(error: error)
      }
      if case .connection(_, .unreachable) = failure.error { unreachable += 1 }
      let isLate = failure.requestedDelay == nil && now() - start >= Self.requestLimit
      guard !isLate, unreachable <= Self.unreachableLimit,
        let delay = counter.delay(requested: failure.requestedDelay)
      else { throw failure.error }
      report("\(failure.error)", delay)
      try await sleep(delay)
    }
  }
}
