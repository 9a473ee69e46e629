public import Foundation

// As `NSError`, every error has the domain that it has in Apple's framework, or would have there, however this module
// is called. Its codes are those of the compiler: the index of the case, or 1 for a structure.

extension LocalizedError {
  /// The `NSError` user info with the texts of the error.
  ///
  /// Without it, errors with a domain of their own would have a general `localizedDescription` only.
  var localizedTexts: [String: Any] {
    let texts = [
      NSLocalizedDescriptionKey: errorDescription, NSLocalizedFailureReasonErrorKey: failureReason,
      NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion,
    ]
    return texts.compactMapValues(\.self)
  }
}

extension GeneratedContent.ParsingError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.GeneratedContent.ParsingError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension GenerationSchema.SchemaError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.GenerationSchema.SchemaError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension LanguageModelSession.Error: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.LanguageModelSession.Error" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension LanguageModelSession.ToolCallError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.LanguageModelSession.ToolCallError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension LanguageModelSession.ToolRoundLimitError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.LanguageModelSession.ToolRoundLimitError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

@available(*, deprecated)
extension LanguageModelSession.GenerationError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.LanguageModelSession.GenerationError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension SystemLanguageModel.Error: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.SystemLanguageModel.Error" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension SystemLanguageModel.Adapter.AssetError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.SystemLanguageModel.Adapter.AssetError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension GGUFLanguageModelError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.GGUFLanguageModelError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension OpenAICompatibleLanguageModelError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.OpenAICompatibleLanguageModelError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension ImageAttachmentError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.ImageAttachmentError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}

extension EmbeddingModelError: CustomNSError {
  /// The `NSError` domain.
  public static var errorDomain: String { "FoundationModels.EmbeddingModelError" }

  /// The `NSError` user info: the error's texts.
  public var errorUserInfo: [String: Any] { localizedTexts }
}
