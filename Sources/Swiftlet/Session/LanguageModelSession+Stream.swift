extension LanguageModelSession {
  /// Streams the answer to a prompt.
  ///
  /// Returns immediately. The request starts when the stream is first read, and each element holds the whole answer so
  /// far:
  ///
  /// ```swift
  /// for try await snapshot in session.streamResponse(to: "Tell me a story.") {
  ///   show(snapshot.content)
  /// }
  /// ```
  ///
  /// Cancelling the reading task stops the model and removes the request from the transcript, like any failure.
  /// Leaving the loop early stops the model too, but the partial answer stays in the transcript.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The stream, which throws what ``respond(to:options:)-(Prompt,_)`` would throw.
  public final func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    ResponseStream(self, SessionRequest(prompt, options: options))
  }

  /// Streams the answer to a string prompt.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<String> {
    ResponseStream(self, SessionRequest(Prompt(prompt), options: options))
  }

  /// Streams the answer to a prompt that a closure builds.
  ///
  /// - Parameters:
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  /// - Throws: Any error of the closure.
  public final func streamResponse(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    try ResponseStream(self, SessionRequest(prompt(), options: options))
  }

  /// Streams the answer to a prompt.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  public final func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    ResponseStream(self, SessionRequest(prompt, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Streams the answer to a string prompt.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    ResponseStream(
      self, SessionRequest(Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Streams the answer to a prompt that a closure builds.
  ///
  /// - Parameters:
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  /// - Throws: Any error of the closure.
  public final func streamResponse(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    try ResponseStream(
      self, SessionRequest(prompt(), options: options, contextOptions: contextOptions, metadata: metadata))
  }
}
