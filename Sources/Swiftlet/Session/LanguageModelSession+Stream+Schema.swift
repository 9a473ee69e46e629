extension LanguageModelSession {
  /// Answers a prompt with a value that a schema describes, bit by bit.
  ///
  /// Each element holds the part of the value that has come so far; see ``streamResponse(to:options:)-(Prompt,_)``.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The stream, which throws what ``respond(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``
  ///   would throw.
  public final func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          schema: schema, prompt, options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that is a string with a value that a schema describes, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          schema: schema, Prompt(prompt), options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that a closure builds with a value that a schema describes, bit by bit.
  ///
  /// - Parameters:
  ///   - schema: What the answer has to look like.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: What the closure throws.
  public final func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          schema: schema, prompt(), options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt with a value that a schema describes, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(schema: schema, prompt, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string with a value that a schema describes, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - schema: What the answer has to look like.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse(
    to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          schema: schema, Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds with a value that a schema describes, bit by bit.
  ///
  /// - Parameters:
  ///   - schema: What the answer has to look like.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The stream; see ``streamResponse(to:schema:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: What the closure throws.
  @_disfavoredOverload
  public final func streamResponse(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    try ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(schema: schema, prompt(), options: options, contextOptions: contextOptions, metadata: metadata)
      ))
  }
}
