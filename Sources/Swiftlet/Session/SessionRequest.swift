/// The request of a session's caller, common to all forms of `respond` and `streamResponse`.
struct SessionRequest: Sendable {
  var prompt: Prompt
  /// The schema of the answer; `nil` for text.
  var schema: GenerationSchema?
  var options: GenerationOptions
  var contextOptions: ContextOptions
  var metadata: [String: GeneratedContent]

  /// Throws if a complete answer cannot be converted to the requested type.
  ///
  /// It runs before the request ends, so that an answer of another form fails the request.
  var check: @Sendable (GeneratedContent) throws -> Void = { _ in }
}

extension SessionRequest {
  /// Creates a request whose answer is text.
  init(
    text prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      prompt: prompt, options: options, contextOptions: contextOptions,
      metadata: metadata.mapValues { $0.generatedContent })
  }

  /// Creates a request whose answer has a schema.
  init(
    schema: GenerationSchema, _ prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      prompt: prompt, schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.mapValues { $0.generatedContent })
  }

  /// Creates a request whose answer is a value of a type.
  ///
  /// Strings are requested as text without a schema, which every model supports.
  init<Content: Generable>(
    type: Content.Type, _ prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      prompt: prompt, schema: type == String.self ? nil : type.generationSchema, options: options,
      contextOptions: contextOptions, metadata: metadata.mapValues { $0.generatedContent },
      check: { _ = try Content($0) })
  }
}

/// An update that a running request sends to its stream.
enum StreamUpdate: Sendable {
  /// The progress so far.
  case progress(Progress)

  /// A change whose snapshot is created on demand.
  ///
  /// The closure returns `nil` if the text cannot be parsed yet or the request has ended.
  case change(@Sendable () -> Progress?)

  /// The progress at the time of a failure.
  case last(Progress)
}

/// The result of a request so far.
struct Progress: Sendable {
  /// The answer.
  var content: GeneratedContent

  /// The entries that the request added to the transcript, with their indices there.
  var entries: ArraySlice<Transcript.Entry>

  /// The token usage.
  var usage: LanguageModelSession.Usage
}
