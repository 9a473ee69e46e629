public import Foundation

/// Why a model gave no answer, whichever model it was.
///
/// Executors throw these too. Apple's first release had ``LanguageModelSession/GenerationError`` in their place, which
/// sessions no longer throw; it can be made from any of these.
public enum LanguageModelError: LocalizedError {
  /// The conversation is longer than the model can read.
  case contextSizeExceeded(ContextSizeExceeded)
  /// The model has been asked too often.
  case rateLimited(RateLimited)
  /// The prompt or the answer was held to be harmful.
  case guardrailViolation(GuardrailViolation)
  /// The model declined to answer.
  case refusal(Refusal)
  /// The request needs something that the model cannot do.
  case unsupportedCapability(UnsupportedCapability)
  /// The transcript holds something that the model cannot read.
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)
  /// The model cannot be held to a guide of the schema, or the guide does not fit what it guides.
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)
  /// The model does not know the language.
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
  /// The answer took too long.
  case timeout(Timeout)
}

extension LanguageModelError: CustomDebugStringConvertible {
  /// The particulars, for a developer.
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

  /// What went wrong, with its particulars.
  public var errorDescription: String? { "\(summary): \(debugDescription)" }

  private var summary: String {
    switch self {
    case .contextSizeExceeded: "the conversation does not fit into the model's context"
    case .rateLimited: "the model has been asked too often"
    case .guardrailViolation: "the content was held to be harmful"
    case .refusal: "the model declined to answer"
    case .unsupportedCapability: "the model cannot do what was asked"
    case .unsupportedTranscriptContent: "the transcript holds something that the model cannot read"
    case .unsupportedGenerationGuide: "the model cannot be held to a guide"
    case .unsupportedLanguageOrLocale: "the model does not know the language"
    case .timeout: "the answer took too long"
    }
  }
}

extension LanguageModelError: CustomNSError {
  /// The domain under which the error is known where errors are `NSError`s.
  public static var errorDomain: String { "FoundationModels.LanguageModelError" }

  /// The position of the case in the list of all.
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

  /// What the error says about itself.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? debugDescription] }

  /// The failure that no case stands for.
  static func untyped(_ description: String) -> NSError {
    NSError(domain: errorDomain, code: -1, userInfo: [NSLocalizedDescriptionKey: description])
  }
}
