extension LanguageModelError {
  /// A model's refusal to answer, with its explanation.
  public struct Refusal: Sendable {
    package let text: String

    /// The details, for a developer.
    public var debugDescription: String

    /// Additional values.
    public var metadata: [String: any Sendable]

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - explanation: The model's explanation, addressed to the user.
    ///   - debugDescription: The details, for a developer.
    ///   - metadata: Additional values.
    public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// The model's explanation.
    public nonisolated(nonsending) var explanation: LanguageModelSession.Response<String> {
      get async throws {
        try await explanationStream.collect()
      }
    }

    /// The model's explanation as a stream.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      let response = Transcript.Response(segments: [.text(Transcript.TextSegment(content: text))])
      return LanguageModelSession.ResponseStream(
        production: StreamProduction(
          finished: Progress(
            content: GeneratedContent(kind: .string(text)), entries: [.response(response)], usage: .none)))
    }
  }
}
