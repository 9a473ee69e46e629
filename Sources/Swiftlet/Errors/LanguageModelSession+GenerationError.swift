public import Foundation

extension LanguageModelSession {
  /// Why a model gave no answer, in the words of Apple's first release.
  ///
  /// Sessions throw ``LanguageModelError``, ``SystemLanguageModel/Error``, ``LanguageModelSession/Error`` and
  /// ``GeneratedContent/ParsingError`` in its place, as they do for programs built with release 27 of Apple's framework.
  /// Sources that switch over these cases can go on doing so by making one from the error that was thrown.
  @available(*, deprecated, message: "Use LanguageModelError instead.")
  public enum GenerationError: Swift.Error, LocalizedError {
    /// The conversation is longer than the model can read; the context names both sizes, in tokens.
    @available(*, deprecated, message: "Use LanguageModelError/contextSizeExceeded(_:) instead.")
    case exceededContextWindowSize(Context)
    /// The model's files are missing or cannot be used.
    @available(*, deprecated, message: "Use SystemLanguageModel/Error/assetsUnavailable(_:) instead.")
    case assetsUnavailable(Context)
    /// The prompt or the answer was held to be harmful.
    @available(*, deprecated, message: "Use LanguageModelError/guardrailViolation(_:) instead.")
    case guardrailViolation(Context)
    /// A guide does not fit what it guides.
    @available(*, deprecated, message: "Use LanguageModelError/unsupportedGenerationGuide(_:) instead.")
    case unsupportedGuide(Context)
    /// The model does not know the language.
    @available(*, deprecated, message: "Use LanguageModelError/unsupportedLanguageOrLocale(_:) instead.")
    case unsupportedLanguageOrLocale(Context)
    /// The answer does not have the form that was asked for.
    @available(*, deprecated, message: "Use GeneratedContent/ParsingError instead.")
    case decodingFailure(Context)
    /// The model has been asked too often.
    @available(*, deprecated, message: "Use LanguageModelError/rateLimited(_:) instead.")
    case rateLimited(Context)
    /// A request was made while another one was running.
    @available(*, deprecated, message: "Use LanguageModelSession/Error/concurrentRequests instead.")
    case concurrentRequests(Context)
    /// The model declined to answer.
    @available(*, deprecated, message: "Use LanguageModelError/refusal(_:) instead.")
    case refusal(Refusal, Context)

    /// What went wrong in particular.
    public struct Context: Sendable {
      /// The particulars, for a developer.
      public let debugDescription: String

      /// Creates a context.
      ///
      /// - Parameter debugDescription: The particulars, for a developer.
      public init(debugDescription: String) {
        self.debugDescription = debugDescription
      }
    }
  }
}

// MARK: - Reading as text

@available(*, deprecated)
extension LanguageModelSession.GenerationError {
  /// What went wrong, with its particulars.
  public var errorDescription: String? { "\(texts.summary): \(context.debugDescription)" }

  /// The particulars.
  public var failureReason: String? { context.debugDescription }

  /// What can be done about it, where something can.
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
    case .guardrailViolation: ("the content was held to be harmful", nil)
    case .unsupportedGuide: ("a guide does not fit what it guides", nil)
    case .unsupportedLanguageOrLocale: ("the model does not know the language", nil)
    case .decodingFailure: ("the answer does not have the form that was asked for", "Allow more response tokens.")
    case .rateLimited: ("the model has been asked too often", "Wait and try again.")
    case .concurrentRequests: ("the session is already responding", "Wait, or use another session.")
    case .refusal: ("the model declined to answer", nil)
    }
  }
}

// MARK: - Refusals

@available(*, deprecated)
extension LanguageModelSession.GenerationError {
  /// A model's decision not to answer.
  public struct Refusal: Sendable {
    private let transcript: Transcript

    /// Creates a refusal.
    ///
    /// - Parameter transcriptEntries: The conversation that the model declined to go on with.
    public init(transcriptEntries: [Transcript.Entry]) {
      transcript = Transcript(entries: transcriptEntries)
    }

    /// Why the model declined, in its own words, which takes a further request.
    public nonisolated(nonsending) var explanation: LanguageModelSession.Response<String> {
      get async throws {
        try await explanationStream.collect()
      }
    }

    /// Why the model declined, in its own words, as they come.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      let session = LanguageModelSession(transcript: transcript)
      return session.streamResponse(to: "Explain briefly why you declined to answer that.")
    }
  }
}
