public import Foundation

/// An error of a request to a model.
///
/// Executors throw these too. Apple's first release had ``LanguageModelSession/GenerationError`` instead, which
/// sessions no longer throw; it can be created from these errors.
public enum LanguageModelError: LocalizedError {
  /// The conversation exceeds the model's context.
  case contextSizeExceeded(ContextSizeExceeded)
  /// Too many requests were sent to the model.
  case rateLimited(RateLimited)
  /// The prompt or the answer violates the guardrails.
  case guardrailViolation(GuardrailViolation)
  /// The model declined to answer.
  case refusal(Refusal)
  /// The model lacks a capability that the request needs.
  case unsupportedCapability(UnsupportedCapability)
  /// The transcript contains entries that the model does not support.
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)
  /// A guide of the schema is not supported, or does not apply to its type.
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)
  /// The model does not support the language.
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
  /// The request timed out.
  case timeout(Timeout)
}

extension LanguageModelError: CustomDebugStringConvertible {
  /// The details, for a developer.
  public var debugDescription: String {
    switch self {
    case .contextSizeExceeded(let details): details.debugDescription
    case .rateLimited(let details): details.debugDescription
    case .guardrailViolation(let details): details.debugDescription
    case .refusal(let details): details.debugDescription
    case .unsupportedCapability(let details): details.debugDescription
    case .unsupportedTranscriptContent(let details): details.debugDescription
    case .unsupportedGenerationGuide(let details): details.debugDescription
    case .unsupportedLanguageOrLocale(let details): details.debugDescription
    case .timeout(let details): details.debugDescription
    }
  }

  /// The error's message with its details.
  public var errorDescription: String? { "\(summary): \(debugDescription)" }

  private var summary: String {
    switch self {
    case .contextSizeExceeded: "the conversation does not fit into the model's context"
    case .rateLimited: "too many requests were sent to the model"
    case .guardrailViolation: "the content violates the guardrails"
    case .refusal: "the model declined to answer"
    case .unsupportedCapability: "the model lacks a capability that the request needs"
    case .unsupportedTranscriptContent: "the transcript contains entries that the model does not support"
    case .unsupportedGenerationGuide: "a generation guide is not supported"
    case .unsupportedLanguageOrLocale: "the model does not support the language"
    case .timeout: "the request timed out"
    }
  }
}

extension LanguageModelError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.LanguageModelError" }

  /// The `NSError` code: the index of the case.
  public var errorCode: Int {
    switch self {
    case .contextSizeExceeded: 0
    case .rateLimited: 1
    case .guardrailViolation: 2
    case .refusal: 3
    case .unsupportedCapability: 4
    case .unsupportedTranscriptContent: 5
    case .unsupportedGenerationGuide: 6
    case .unsupportedLanguageOrLocale: 7
    case .timeout: 8
    }
  }

  /// The `NSError` user info.
  public var errorUserInfo: [String: Any] { localizedTexts }

  /// Creates an error without a corresponding case.
  static func untyped(_ description: String) -> NSError {
    NSError(domain: errorDomain, code: -1, userInfo: [NSLocalizedDescriptionKey: description])
  }
}
