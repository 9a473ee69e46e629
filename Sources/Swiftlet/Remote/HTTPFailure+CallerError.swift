import SwiftletHTTP

extension HTTPFailure {
  /// The public error for the caller of a request.
  var callerError: any Error {
    switch self {
    case .timedOut(let reason): LanguageModelError.timeout(.init(debugDescription: reason))
    case .unreachable(let reason), .impossible(let reason):
      OpenAICompatibleLanguageModelError.unreachable(reason: reason)
    case .lost(let reason): OpenAICompatibleLanguageModelError.connectionLost(reason: reason)
    case .malformed(let reason): OpenAICompatibleLanguageModelError.unexpectedAnswer(reason: reason)
    case .tooLarge(let limit): OpenAICompatibleLanguageModelError.limitExceeded(what: "bytes", limit: limit)
    }
  }
}
