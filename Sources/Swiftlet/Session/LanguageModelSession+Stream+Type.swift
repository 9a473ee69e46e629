extension LanguageModelSession {
  /// Answers a prompt with a value of a type, bit by bit.
  ///
  /// Each element holds the part of the value that has come so far; see ``streamResponse(to:options:)-(Prompt,_)``.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The stream, which throws what
  ///   ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)`` would throw.
  public final func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          type: type, prompt, options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that is a string with a value of a type, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          type: type, Prompt(prompt), options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt that a closure builds with a value of a type, bit by bit.
  ///
  /// - Parameters:
  ///   - type: The type that the answer has to have.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: What the closure throws.
  public final func streamResponse<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    try ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          type: type, prompt(), options: options,
          contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt))))
  }

  /// Answers a prompt with a value of a type, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  public final func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(type: type, prompt, options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that is a string with a value of a type, bit by bit.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(
          type: type, Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)))
  }

  /// Answers a prompt that a closure builds with a value of a type, bit by bit.
  ///
  /// - Parameters:
  ///   - type: The type that the answer has to have.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: What the closure throws.
  public final func streamResponse<Content>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    try ResponseStream(
      production: StreamProduction(
        session: self,
        inquiry: Inquiry(type: type, prompt(), options: options, contextOptions: contextOptions, metadata: metadata)))
  }
}
