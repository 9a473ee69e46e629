#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  /// Converts an error of Swiftlet to the corresponding error of the system's framework.
  ///
  /// Errors of neither framework, such as that of an unreadable file or of a cancelled task, are returned unchanged.
  ///
  /// - Parameters:
  ///   - error: The error of a model.
  ///   - transcript: The transcript of the request.
  /// - Returns: The error for the session's caller.
  @available(macOS 27, iOS 27, visionOS 27, *)
  func systemError(for error: any Error, in transcript: FoundationModels.Transcript) -> any Error {
    switch error {
    case let error as Swiftlet.LanguageModelError:
      FoundationModels.LanguageModelError(error, in: transcript) ?? error
    case let error as Swiftlet.GeneratedContent.ParsingError:
      FoundationModels.GeneratedContent.ParsingError(
        rawContent: error.rawContent, underlyingError: error.underlyingError, debugDescription: error.debugDescription)
    case Swiftlet.SystemLanguageModel.Error.assetsUnavailable(let details):
      FoundationModels.SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: details.debugDescription))
    default: error
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelError {
    /// Creates the system's error from Swiftlet's; `nil` for a capability without a counterpart.
    fileprivate init?(_ error: Swiftlet.LanguageModelError, in transcript: FoundationModels.Transcript) {
      switch error {
      case .contextSizeExceeded(let details):
        self = .contextSizeExceeded(
          .init(
            contextSize: details.contextSize, tokenCount: details.tokenCount,
            debugDescription: details.debugDescription, metadata: details.metadata))
      case .rateLimited(let details):
        self = .rateLimited(
          .init(
            resetDate: details.resetDate, debugDescription: details.debugDescription, metadata: details.metadata))
      case .guardrailViolation(let details):
        self = .guardrailViolation(.init(debugDescription: details.debugDescription, metadata: details.metadata))
      case .refusal(let details):
        self = .refusal(
          .init(
            explanation: details.text, debugDescription: details.debugDescription, metadata: details.metadata))
      case .unsupportedCapability(let details):
        guard let capability = FoundationModels.LanguageModelCapabilities.Capability(details.capability) else {
          return nil
        }
        self = .unsupportedCapability(
          .init(capability: capability, debugDescription: details.debugDescription, metadata: details.metadata))
      case .unsupportedTranscriptContent(let details):
        // The entries of the session's own transcript.
        let ids = Set(details.unsupportedContent.map(\.id))
        self = .unsupportedTranscriptContent(
          .init(
            unsupportedContent: transcript.filter { ids.contains($0.id) },
            debugDescription: details.debugDescription, metadata: details.metadata))
      case .unsupportedGenerationGuide(let details):
        self = .unsupportedGenerationGuide(
          .init(
            schemaName: details.schemaName, debugDescription: details.debugDescription, metadata: details.metadata))
      case .unsupportedLanguageOrLocale(let details):
        self = .unsupportedLanguageOrLocale(
          .init(
            languageCode: details.languageCode, debugDescription: details.debugDescription,
            metadata: details.metadata))
      case .timeout(let details):
        self = .timeout(.init(debugDescription: details.debugDescription, metadata: details.metadata))
      }
    }
  }
#endif
