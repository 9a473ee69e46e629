extension LanguageModelSession {
  /// Answers a prompt with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The complete answer.
  /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not have the form asked for, such as one that was
  ///   cut short, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        Inquiry(
          schema: schema, prompt, options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that is a string with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
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
        Inquiry(
          schema: schema, Prompt(prompt), options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that a closure builds with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - schema: What the answer has to look like.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The complete answer.
  /// - Throws: What the closure throws, else the errors of
  ///   ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await Response(
      run(
        Inquiry(
          schema: schema, prompt(), options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
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
      run(
        Inquiry(schema: schema, prompt, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
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
        Inquiry(schema: schema, Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds with a value that a schema describes.
  ///
  /// - Parameters:
  ///   - schema: What the answer has to look like.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The complete answer.
  /// - Throws: What the closure throws, else the errors of
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
        Inquiry(schema: schema, prompt(), options: options, contextOptions: contextOptions, metadata: metadata)))
  }
}
