import Synchronization

extension LanguageModelSession {
  /// Answers a prompt with a value of a type.
  ///
  /// A string is requested as text, which every model supports; all other types need a model with
  /// ``LanguageModelCapabilities/Capability/guidedGeneration``.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  /// - Returns: The complete answer.
  /// - Throws: ``GeneratedContent/ParsingError`` if the answer does not match the requested form, such as one that was
  ///   cut short, else the errors of ``respond(to:options:)-(Prompt,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions()
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      SessionRequest(
        prompt, type: type, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Answers a prompt that is a string with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
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
      SessionRequest(
        Prompt(prompt), type: type, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Answers a prompt that a closure builds with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer.
  ///   - includeSchemaInPrompt: True if the schema is also written into the prompt.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The complete answer.
  /// - Throws: Any error of the closure, else the errors of
  ///   ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
    options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type,
      SessionRequest(
        prompt(), type: type, options: options,
        contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt)))
  }

  /// Answers a prompt with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
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
      type, SessionRequest(prompt, type: type, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers a prompt that is a string with a value of a type.
  ///
  /// - Parameters:
  ///   - prompt: The prompt to answer.
  ///   - type: The type of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
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
      SessionRequest(Prompt(prompt), type: type, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers a prompt that a closure builds with a value of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the answer.
  ///   - options: The sampling options and the limit on the answer's length.
  ///   - contextOptions: Options for the model's context, such as the reasoning level.
  ///   - metadata: Additional values for the model's provider.
  ///   - prompt: A closure that builds the prompt, one part per line.
  /// - Returns: The complete answer.
  /// - Throws: Any error of the closure, else the errors of
  ///   ``respond(to:generating:includeSchemaInPrompt:options:)-(Prompt,_,_,_)``.
  @discardableResult
  public final nonisolated(nonsending) func respond<Content>(
    generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> where Content: Generable {
    try await run(
      type, SessionRequest(prompt(), type: type, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Runs a request and converts its answer to a value of a type once.
  private nonisolated(nonsending) func run<Content: Generable>(
    _ type: Content.Type, _ sessionRequest: SessionRequest
  ) async throws -> Response<Content> {
    let value = CheckedValue<Content>()
    var sessionRequest = sessionRequest
    sessionRequest.check = { try value.make(of: $0) }
    let progress = try await run(sessionRequest)
    return try Response(progress, content: value.take() ?? Content(progress.content))
  }
}

/// The value that validating an answer creates, kept for the caller.
///
/// Validation is a part of the request and may fail it; the value created there is returned, so conversion runs once.
private final class CheckedValue<Content: Generable>: Sendable {
  private let value = Mutex<Content?>(nil)

  /// Converts a complete answer and stores the value.
  func make(of content: GeneratedContent) throws {
    try value.withLock { $0 = try Content(content) }
  }

  /// Removes and returns the value, if there is one.
  func take() -> sending Content? { value.withLock { $0.take() } }
}
