extension LanguageModelError {
  /// A model's decision not to answer, with its reasons as if they were the answer.
  public struct Refusal: Sendable {
    package let text: String

    /// The particulars, for a developer.
    public var debugDescription: String

    /// What else there is to tell.
    public var metadata: [String: any Sendable]

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - explanation: Why the model declines, in words for the person who asked.
    ///   - debugDescription: The particulars, for a developer.
    ///   - metadata: What else there is to tell.
    public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// Why the model declined.
    public nonisolated(nonsending) var explanation: LanguageModelSession.Response<String> {
      get async throws {
        try await explanationStream.collect()
      }
    }

    /// Why the model declined, as a stream.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      let response = Transcript.Response(segments: [.text(Transcript.TextSegment(content: text))])
      return LanguageModelSession.ResponseStream(
        production: StreamProduction(
          finished: Progress(
            content: GeneratedContent(kind: .string(text)), entries: [.response(response)], usage: .none)))
    }
  }
}
