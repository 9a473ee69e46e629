public import Foundation

extension LanguageModelSession {
  /// An error of a request, as in Apple's first release.
  ///
  /// Sessions throw ``LanguageModelError``, ``SystemLanguageModel/Error``, ``LanguageModelSession/Error`` and
  /// ``GeneratedContent/ParsingError`` in its place, as they do for programs built with release 27 of Apple's
  /// framework. Sources that switch over these cases can create one from the thrown error.
  @available(*, deprecated, message: "Use LanguageModelError instead.")
  public enum GenerationError: Swift.Error, LocalizedError {
    /// The conversation exceeds the model's context; the error's context states both sizes in tokens.
    @available(*, deprecated, message: "Use LanguageModelError/contextSizeExceeded(_:) instead.")
    case exceededContextWindowSize(Context)
    /// The model's files are missing or cannot be used.
    @available(*, deprecated, message: "Use SystemLanguageModel/Error/assetsUnavailable(_:) instead.")
    case assetsUnavailable(Context)
    /// The prompt or the answer violates the guardrails.
    @available(*, deprecated, message: "Use LanguageModelError/guardrailViolation(_:) instead.")
    case guardrailViolation(Context)
    /// A guide does not apply to its type.
    @available(*, deprecated, message: "Use LanguageModelError/unsupportedGenerationGuide(_:) instead.")
    case unsupportedGuide(Context)
    /// The model does not support the language.
    @available(*, deprecated, message: "Use LanguageModelError/unsupportedLanguageOrLocale(_:) instead.")
    case unsupportedLanguageOrLocale(Context)
    /// The answer does not match the requested form.
    @available(*, deprecated, message: "Use GeneratedContent/ParsingError instead.")
    case decodingFailure(Context)
    /// Too many requests were sent to the model.
    @available(*, deprecated, message: "Use LanguageModelError/rateLimited(_:) instead.")
    case rateLimited(Context)
    /// A request was made while another one was running.
    @available(*, deprecated, message: "Use LanguageModelSession/Error/concurrentRequests instead.")
    case concurrentRequests(Context)
    /// The model declined to answer.
    @available(*, deprecated, message: "Use LanguageModelError/refusal(_:) instead.")
    case refusal(Refusal, Context)

    /// The details of an error.
    public struct Context: Sendable {
      /// The details, for a developer.
      public let debugDescription: String

      /// Creates a context.
      ///
      /// - Parameter debugDescription: The details, for a developer.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }
  }
}

// MARK: - Description

@available(*, deprecated)
extension LanguageModelSession.GenerationError {
  /// The error's message with its details.
  public var errorDescription: String? { "\(texts.summary): \(context.debugDescription)" }

  /// The details.
  public var failureReason: String? { context.debugDescription }

  /// A remedy, if there is one.
  public var recoverySuggestion: String? { texts.remedy }

  private var context: Context {
    switch self {
    case .exceededContextWindowSize(let context), .assetsUnavailable(let context), .guardrailViolation(let context),
      .unsupportedGuide(let context), .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
      .rateLimited(let context), .concurrentRequests(let context), .refusal(_, let context):
      context
    }
  }

  private var texts: (summary: String, remedy: String?) {
    switch self {
    case .exceededContextWindowSize:
      ("the conversation does not fit into the model's context", "Start a session with a shorter transcript.")
    case .assetsUnavailable:
      ("the model is not available", "Check the path of the model file, or set SWIFTLET_MODEL to another one.")
    case .guardrailViolation: ("the content violates the guardrails", nil)
    case .unsupportedGuide: ("a generation guide is not supported", nil)
    case .unsupportedLanguageOrLocale: ("the model does not support the language", nil)
    case .decodingFailure: ("the answer does not match the requested form", "Allow more response tokens.")
    case .rateLimited: ("too many requests were sent to the model", "Wait and try again.")
    case .concurrentRequests: ("the session is already responding", "Wait, or use another session.")
    case .refusal: ("the model declined to answer", nil)
    }
  }
}

// MARK: - Refusals

@available(*, deprecated)
extension LanguageModelSession.GenerationError {
  /// A model's refusal to answer.
  public struct Refusal: Sendable {
    private let transcript: Transcript

    /// Creates a refusal.
    ///
    /// - Parameter transcriptEntries: The conversation that the model declined to continue.
    public init(transcriptEntries: [Transcript.Entry]) {
      transcript = Transcript(entries: transcriptEntries)
    }

    /// The model's explanation, requested from the model.
    public nonisolated(nonsending) var explanation: LanguageModelSession.Response<String> {
      get async throws {
        try await explanationStream.collect()
      }
    }

    /// The model's explanation as a stream, requested from the model.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      let session = LanguageModelSession(transcript: transcript)
      return session.streamResponse(to: "Explain briefly why you declined to answer that.")
    }
  }
}
