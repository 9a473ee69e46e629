import Swiftlet
import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference
import SwiftletJSON

/// A request that failed, for the client: the status of HTTP, and an error in the form of the protocol.
package struct RequestFailure: Error, Sendable {
  /// The kinds of failures, which protocols have different names for.
  package enum Kind: Sendable {
    case invalidRequest, authentication, permission, notFound, requestTooLarge, rateLimit, server, unavailable, timeout
  }

  /// The status code of HTTP.
  package var status: Int
  /// The kind of the failure.
  package var kind: Kind
  /// The code in OpenAI's API, such as `context_length_exceeded`.
  package var code: String?
  /// The path of the member that is at fault.
  package var parameter: String?
  /// The error in words.
  package var message: String
  /// Further members, with numbers.
  package var numbers: [(String, Int)] = []
  /// The seconds after which the client may try again.
  package var retryAfter: Int?
  /// The methods of the path, if another was used.
  package var allow: String?
  /// True for an error of the program or a file, whose message may name paths: clients of a server do not see it.
  package var isInternal = false

  /// Creates a failure.
  package init(
    _ status: Int, _ kind: Kind, code: String? = nil, parameter: String? = nil, retryAfter: Int? = nil,
    allow: String? = nil, _ message: String
  ) {
    (self.status, self.kind, self.code, self.parameter) = (status, kind, code, parameter)
    (self.retryAfter, self.allow, self.message) = (retryAfter, allow, message)
  }

  /// Classifies an error of parsing or answering a request.
  package init(_ error: any Error) {
    if let failure = error as? RequestFailure {
      self = failure
      return
    }
    self.init(400, .invalidRequest, "\(ErrorText(error))")
    switch error {
    case let error as FieldError: (parameter, code) = (error.member.isEmpty ? nil : error.member, error.code)
    case LanguageModelError.contextSizeExceeded(let details):
      (code, parameter) = ("context_length_exceeded", "messages")
      numbers = [("n_prompt_tokens", details.tokenCount), ("n_ctx", details.contextSize)]
    case LanguageModelError.unsupportedCapability(let details) where details.capability == .vision:
      (code, parameter) = ("unsupported_value", "messages")
    case LanguageModelError.unsupportedTranscriptContent(let details):
      (code, parameter) = ("unsupported_value", details.metadata[FillInTheMiddle.suffixKey] as? String)
    case LanguageModelError.unsupportedGenerationGuide, LanguageModelError.unsupportedCapability:
      code = "unsupported_value"
    case is ImageAttachmentError: (code, parameter) = ("invalid_image", "messages")
    case InferenceError.guide, InferenceError.emptyPrompt: break
    case GGUFLanguageModelError.biasOutOfRange: parameter = "logit_bias"
    case GGUFLanguageModelError.refusedSystemMessage: (code, parameter) = ("unsupported_value", "messages")
    case let error as GeneratedContent.ParsingError where Self.isLimit(error): parameter = "max_tokens"
    case let error as GGUFLanguageModelError where error.isOfConversation:
      parameter = "messages"
      message = error.reason
    case let error as GeneratedContent.ParsingError where error.underlyingError is AnswerError:
      // The model's fault, which says nothing about this program.
      (status, kind) = (500, .server)
    case LanguageModelError.rateLimited: (status, kind, retryAfter) = (429, .rateLimit, 1)
    default: (status, kind, isInternal) = (500, .server, true)
    }
  }

  /// True for an answer that the request's limit of tokens is too small for.
  private static func isLimit(_ error: GeneratedContent.ParsingError) -> Bool {
    if case .budgetTooSmall? = error.underlyingError as? GuideError { true } else { false }
  }

  /// The failure without what clients of a server must not see.
  package var withoutInternals: RequestFailure {
    guard isInternal else { return self }
    var failure = self
    failure.message = "the server failed to answer this request; its log has the reason"
    return failure
  }
}

extension GGUFLanguageModelError {
  /// True if the chat template refused a conversation, which is an error of the request and not of the file.
  fileprivate var isOfConversation: Bool { reason.hasPrefix("the model's chat template failed to render") }

  /// The reason without the path.
  fileprivate var reason: String {
    switch self {
    case .unreadable(_, let reason), .unusable(_, let reason), .unusablePrefix(_, let reason), .failed(_, let reason),
      .insufficientMemory(_, let reason):
      reason
    case .notGGUF, .biasOutOfRange, .refusedSystemMessage: ""
    }
  }
}
