extension LanguageModelSession {
  /// Answers a prompt with a value of a type.
  ///
  /// A string is asked for as text, which any model can answer with; all other types need a model with
  /// ``LanguageModelCapabilities/Capability/guidedGeneration``.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The complete answer.
  /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not have the form asked for, such as one that was
  ///   cut short, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      Inquiry(
        type: type, prompt, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Answers a prompt that is a string with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond<Content>(
    to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      Inquiry(
        type: type, Prompt(prompt), options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Answers a prompt that a closure builds with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type that the answer has to have.
  ///   - includeSchemaInPrompt: Whether the model is shown the schema, besides being held to it.
  ///   - options: How to pick the words, and how many.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The complete answer.
  /// - Throws: What the closure throws, else the errors of
  ///   ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      Inquiry(
        type: type, prompt(), options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      Inquiry(type: type, prompt, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers a prompt that is a string with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - type: The type that the answer has to have.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  /// - Returns: The complete answer.
  /// - Throws: The errors of ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  @_disfavoredOverload
  public final nonisolated(nonsending) func respond<Content>(
    to prompt: String, generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      Inquiry(type: type, Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers a prompt that a closure builds with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type that the answer has to have.
  ///   - options: How to pick the words, and how many.
  ///   - contextOptions: How the request is put to the model.
  ///   - metadata: What the model's provider should know besides.
  ///   - prompt: A closure in which each line is a piece of the prompt.
  /// - Returns: The complete answer.
  /// - Throws: What the closure throws, else the errors of
  ///   ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      Inquiry(type: type, prompt(), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Runs a request whose answer becomes a value of a type, once.
  private nonisolated(nonsending) func run<Content: Generable>(
    _ type: Content.Type, _ inquiry: Inquiry
  ) async throws -> Response<Content> {
    let value = CheckedValue<Content>()
    var inquiry = inquiry
    inquiry.check = { try value.make(of: $0) }
    let progress = try await run(inquiry)
    return try Response(progress, content: value.take() ?? Content(progress.content))
  }
}
