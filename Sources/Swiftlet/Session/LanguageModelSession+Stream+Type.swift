extension LanguageModelSession {
  /// Streams the answer to a prompt as a value of a type.
  ///
  /// Each element holds the part of the value generated so far; see ``streamResponse(to:options:)-(Prompt,_)``.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The stream, which throws what
  ///   ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)`` would throw.
  public final func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      self,
      SessionRequest(
        prompt, type: type, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Streams the answer to a string prompt as a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      self,
      SessionRequest(
        Prompt(prompt), type: type, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Streams the answer to a prompt that a closure builds, as a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: Any error of the closure.
  public final func streamResponse<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    try ResponseStream(
      self,
      SessionRequest(
        prompt(), type: type, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Streams the answer to a prompt as a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  public final func streamResponse<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      self, SessionRequest(prompt, type: type, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Streams the answer to a string prompt as a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @_disfavoredOverload
  public final func streamResponse<Content>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> where Content: Generable {
    ResponseStream(
      self,
      SessionRequest(Prompt(prompt), type: type, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Streams the answer to a prompt that a closure builds, as a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The stream; see ``streamResponse(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  /// - Throws: Any error of the closure.
  public final func streamResponse<Content>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> where Content: Generable {
    try ResponseStream(
      self, SessionRequest(prompt(), type: type, options: options, contextOptions: contextOptions, metadata: metadata))
  }
}
