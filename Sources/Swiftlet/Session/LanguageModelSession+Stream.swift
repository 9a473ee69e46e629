extension LanguageModelSession {
  /// Answers a prompt bit by bit.
  ///
  /// Returns at once. The request begins when the stream is first read, and each element holds the whole answer so
  /// far:
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
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(text: prompt, options: options)))
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
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(text: Prompt(prompt), options: options)))
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
    try ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(text: prompt(), options: options)))
  }

  /// Answers a prompt, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  public final func streamResponse(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(text: prompt, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(text: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds, bit by bit.
  ///
  /// - Parameters:
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The stream; see ``streamResponse(to:options:)-(Prompt,_)``.
  /// - Throws: What the closure throws.
  public final func streamResponse(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    try ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(text: prompt(), options: options, contextOptions: contextOptions, metadata: metadata)))
  }
}
