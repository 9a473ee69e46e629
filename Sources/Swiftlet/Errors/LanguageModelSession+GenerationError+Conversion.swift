@available(*, deprecated)
extension LanguageModelSession.GenerationError {
  /// Creates the error of the first release that corresponds to a current error.
  ///
  /// ```swift
  /// do {
  ///   try await session.respond(to: "Go on.")
  /// } catch {
  ///   guard case .exceededContextWindowSize? = LanguageModelSession.GenerationError(error) else { throw error }
  ///   startAnew()
  /// }
  /// ```
  ///
  /// The result is `nil` if the first release had no such error.
  ///
  /// - Parameter error: The error of a request.
  public init?(_ error: any Swift.Error) {
    switch error {
    case let error as Self: self = error
    case let error as LanguageModelError: self.init(error)
    case let error as SystemLanguageModel.Error: self = .assetsUnavailable(Context(error.debugDescription))
    case let error as GGUFLanguageModelError: self = .assetsUnavailable(Context(error.description))
    case let error as OpenAICompatibleLanguageModelError: self = .assetsUnavailable(Context(error.description))
    case let error as GeneratedContent.ParsingError: self = .decodingFailure(Context(error.debugDescription))
    case LanguageModelSession.Error.concurrentRequests:
      self = .concurrentRequests(Context(LanguageModelSession.Error.concurrentRequests.debugDescription))
    default: return nil
    }
  }

  private init?(_ error: LanguageModelError) {
    let context = Context(error.debugDescription)
    switch error {
    case .contextSizeExceeded: self = .exceededContextWindowSize(context)
    case .rateLimited: self = .rateLimited(context)
    case .guardrailViolation: self = .guardrailViolation(context)
    case .refusal: self = .refusal(Refusal(transcriptEntries: []), context)
    case .unsupportedGenerationGuide: self = .unsupportedGuide(context)
    case .unsupportedLanguageOrLocale: self = .unsupportedLanguageOrLocale(context)
    case .unsupportedCapability, .unsupportedTranscriptContent, .timeout: return nil
    }
  }
}

@available(*, deprecated)
extension LanguageModelSession.GenerationError.Context {
  fileprivate init(_ debugDescription: String) {
    self.init(debugDescription: debugDescription)
  }
}
