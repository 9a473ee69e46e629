public import Foundation

extension LanguageModelSession {
  /// Why a model gave no answer.
  public enum GenerationError: Swift.Error, LocalizedError {
    /// The conversation is longer than the model can read; the context names both sizes, in tokens.
    case exceededContextWindowSize(Context)
    /// The model's files are missing or cannot be used.
    case assetsUnavailable(Context)
    /// The prompt or the answer was held to be harmful.
    case guardrailViolation(Context)
    /// A guide does not fit what it guides.
    case unsupportedGuide(Context)
    /// The model does not know the language.
    case unsupportedLanguageOrLocale(Context)
    /// The answer does not have the form that was asked for.
    case decodingFailure(Context)
    /// The model has been asked too often.
    case rateLimited(Context)
    /// A request was made while another one was running.
    ///
    /// Sessions report this as ``LanguageModelSession/Error/concurrentRequests``, as they do on Apple's systems from
    /// release 27 on; the case is there for sources that switch over all of them.
    case concurrentRequests(Context)
    /// The model declined to answer.
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
