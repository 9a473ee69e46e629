import Swiftlet
import SwiftletGuides
import SwiftletInference
import SwiftletJSON

/// An error in the form of OpenAI's API: the status of HTTP and an error object.
struct ChatCompletionFailure {
  /// The status code of HTTP.
  let status: Int
  private let type: String
  private var code: String?
  private var parameter: String?
  private let message: String
  /// Further members, with numbers.
  private var numbers: [(String, JSONValue?)] = []

  /// Classifies an error of parsing or answering a request.
  init(_ error: any Error) {
    message = "\(ErrorText(error))"
    switch error {
    case let error as FieldError:
      (status, type) = (400, "invalid_request_error")
      parameter = error.member.isEmpty ? nil : error.member
    case LanguageModelError.contextSizeExceeded(let details):
      (status, type) = (400, "invalid_request_error")
      (code, parameter) = ("context_length_exceeded", "messages")
      numbers = [("n_prompt_tokens", .count(details.tokenCount)), ("n_ctx", .count(details.contextSize))]
    case LanguageModelError.unsupportedGenerationGuide, LanguageModelError.unsupportedCapability,
      LanguageModelError.unsupportedTranscriptContent:
      (status, type) = (400, "invalid_request_error")
      code = "unsupported_value"
    case InferenceError.guide, InferenceError.emptyPrompt:
      (status, type) = (400, "invalid_request_error")
    case GGUFLanguageModelError.biasOutOfRange:
      (status, type) = (400, "invalid_request_error")
      parameter = "logit_bias"
    case GGUFLanguageModelError.refusedSystemMessage:
      (status, type) = (400, "invalid_request_error")
      (code, parameter) = ("unsupported_value", "messages")
    case let error as GeneratedContent.ParsingError where Self.isLimit(error):
      (status, type) = (400, "invalid_request_error")
      parameter = "max_tokens"
    case LanguageModelError.rateLimited:
      (status, type) = (429, "rate_limit_error")
    default:
      (status, type) = (500, "server_error")
    }
  }

  /// True for an answer that the request's limit of tokens is too small for.
  private static func isLimit(_ error: GeneratedContent.ParsingError) -> Bool {
    if case .budgetTooSmall? = error.underlyingError as? GuideError { true } else { false }
  }

  /// The body of the response.
  var json: JSONValue {
    let error: [(String, JSONValue?)] = [
      ("message", .string(message)), ("type", .string(type)), ("param", parameter.map { .string($0) } ?? .null),
      ("code", code.map { .string($0) } ?? .null),
    ]
    return .members([("error", .members(error + numbers))])
  }
}
