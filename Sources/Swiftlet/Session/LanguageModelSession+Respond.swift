extension LanguageModelSession {
  /// Answers a prompt.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The complete answer.
  /// - Throws: ``LanguageModelSession/Error/concurrentRequests`` if a request is running already, `CancellationError`
  ///   if the task is cancelled, ``LanguageModelSession/ToolCallError`` if a tool fails,
  ///   ``LanguageModelError/unsupportedCapability(_:)`` if the model lacks a capability, else any error of the model.
  ///   The transcript is reverted then, unless ``transcriptErrorHandlingPolicy`` preserves it.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await Response(run(SessionRequest(prompt, options: options)))
  }

  /// Answers a prompt that is a string.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<String> {
    try await Response(run(SessionRequest(Prompt(prompt), options: options)))
  }

  /// Answers a prompt that a closure builds.
  ///
  /// - Parameters:
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The complete answer.
  /// - Throws: Any error of the closure, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await Response(run(SessionRequest(prompt(), options: options)))
  }

  /// Answers a prompt.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await Response(
      run(SessionRequest(prompt, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: String, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await Response(
      run(SessionRequest(Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds.
  ///
  /// - Parameters:
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The complete answer.
  /// - Throws: Any error of the closure, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await Response(
      run(SessionRequest(prompt(), options: options, contextOptions: contextOptions, metadata: metadata)))
  }
}
