extension LanguageModelSession {
  /// Streams the answer to a prompt as a value that a schema describes.
  ///
  /// Each element holds the part of the value generated so far; see ``streamResponse(to:options:)-(Prompt,_)``.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The stream, which throws what ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``
  ///   would throw.
  public final func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      self,
      SessionRequest(
        prompt, schema: schema, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Streams the answer to a string prompt as a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      self,
      SessionRequest(
        Prompt(prompt), schema: schema, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Streams the answer to a prompt that a closure builds, as a value that a schema describes.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: Any error of the closure.
  public final func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try ResponseStream(
      self,
      SessionRequest(
        prompt(), schema: schema, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Streams the answer to a prompt as a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      self, SessionRequest(prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    )
  }

  /// Streams the answer to a string prompt as a value that a schema describes.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - schema: The schema of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      self,
      SessionRequest(
        Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Streams the answer to a prompt that a closure builds, as a value that a schema describes.
  ///
  /// - Parameters:
  ///   - schema: The schema of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: Any error of the closure.
  @_disfavoredOverload
  public final func streamResponse(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try ResponseStream(
      self,
      SessionRequest(prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
  }
}
