extension LanguageModelSession {
  /// Answers a prompt.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The complete answer.
  /// - Throws: ``LanguageModelSession/Error/concurrentRequests`` if a request is running already, `CancellationError`
  ///   if the task is cancelled, ``LanguageModelSession/ToolCallError`` if a tool fails,
  ///   ``LanguageModelError/unsupportedCapability(_:)`` if the model cannot do what is asked, else what the model
  ///   throws. The transcript is then as it was before, unless ``transcriptErrorHandlingPolicy`` says otherwise.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await Response(run(Inquiry(text: prompt, options: options)))
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
    try await Response(run(Inquiry(text: Prompt(prompt), options: options)))
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
    try await Response(run(Inquiry(text: prompt(), options: options)))
  }

  /// Answers a prompt.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await Response(
      run(
        Inquiry(text: prompt, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await Response(
      run(
        Inquiry(text: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds.
  ///
  /// - Parameters:
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The complete answer.
  /// - Throws: What the closure throws, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await Response(
      run(
        Inquiry(text: prompt(), options: options, contextOptions: contextOptions, metadata: metadata)))
  }
}
