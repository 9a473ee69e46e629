extension LanguageModelSession {
  /// Answers a prompt with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The complete answer.
  /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not match the requested form, such as one that was
  ///   cut short, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        SessionRequest(
          prompt, schema: schema, options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that is a string with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        SessionRequest(
          Prompt(prompt), schema: schema, options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that a closure builds with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The complete answer.
  /// - Throws: Any error of the closure, else the errors of
  ///   ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        SessionRequest(
          prompt(), schema: schema, options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(SessionRequest(prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        SessionRequest(
          Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The complete answer.
  /// - Throws: Any error of the closure, else the errors of
  ///   ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        SessionRequest(prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)))
  }
}
