import Swiftlet

/// What an error says about itself, in one line.
struct ErrorText: CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    description =
      switch error {
      case let error as LanguageModelSession.GenerationError: error.reason
      default: "\(error)"
      }
  }
}

extension LanguageModelSession.GenerationError {
  /// The debug description of whichever case it is.
  fileprivate var reason: String {
    switch self {
    case .exceededContextWindowSize(let context), .assetsUnavailable(let context), .guardrailViolation(let context),
      .unsupportedGuide(let context), .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
      .rateLimited(let context), .concurrentRequests(let context):
      context.debugDescription
    default: "\(self)"
    }
  }
}
