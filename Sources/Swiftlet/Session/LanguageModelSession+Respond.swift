extension LanguageModelSession {
  /// Answers a prompt.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The complete answer.
  /// - Throws: ``LanguageModelSession/Error/concurrentRequests`` if a request is running already, `CancellationError` if
  ///   the task is cancelled, else what the model throws. The transcript is then as it was before, unless
  ///   ``transcriptErrorHandlingPolicy`` says otherwise.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    let result = try await run(prompt, options: options)
    return Response(content: result.text, transcriptEntries: result.entries, usage: result.usage)
  }

  /// Answers a prompt that is a string.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await respond(to: Prompt(prompt), options: options)
  }

  /// Answers a prompt that a closure builds.
  ///
  /// - Parameters:
  ///   - options: How to pick the words, and how many.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The complete answer.
  /// - Throws: What the closure throws, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await respond(to: try prompt(), options: options)
  }
}

extension LanguageModelSession {
  /// Answers a prompt bit by bit.
  ///
  /// Returns at once. The request begins when the stream is first read, and each element holds the whole answer so far:
  ///
  /// ```swift
  /// for try await snapshot in session.streamResponse(to: "Tell me a story.") {
  ///   show(snapshot.content)
  /// }
  /// ```
  ///
  /// Cancelling the task that reads stops the model and takes the request out of the transcript, as any failure does.
  /// Leaving the loop early stops the model too, but what has been said stays.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The stream, which throws what ``respond(to:options:)-(Prompt,_)`` would throw.
  public final func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    ResponseStream(
      production: StreamProduction(session: self, prompt: prompt, options: options), content: { $0 })
  }

  /// Answers a prompt that is a string, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    streamResponse(to: Prompt(prompt), options: options)
  }

  /// Answers a prompt that a closure builds, bit by bit.
  ///
  /// - Parameters:
  ///   - options: How to pick the words, and how many.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  /// - Throws: What the closure throws.
  public final func streamResponse(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    streamResponse(to: try prompt(), options: options)
  }
}
