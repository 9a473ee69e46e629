/// What a session's caller asks, whatever form of `respond` or `streamResponse` it took.
struct Inquiry: Sendable {
  var prompt: Prompt
  /// What the answer has to look like, or `nil` for text.
  var schema: GenerationSchema?
  var options: GenerationOptions
  var contextOptions: ContextOptions
  var metadata: [String: GeneratedContent]

  /// Throws if a complete answer is not a value of the type that was asked for.
  ///
  /// It is asked before the request ends, so that an answer of another form counts as a failure of the request.
  var check: @Sendable (GeneratedContent) throws -> Void = { _ in }
}

extension Inquiry {
  /// An inquiry whose answer is text.
  init(
    text prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      prompt: prompt, options: options, contextOptions: contextOptions,
      metadata: metadata.mapValues { $0.generatedContent })
  }

  /// An inquiry whose answer has a schema.
  init(
    schema: GenerationSchema, _ prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      prompt: prompt, schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.mapValues { $0.generatedContent })
  }

  /// An inquiry whose answer is a value of a type.
  ///
  /// Strings are asked for as text, without a schema, so any model can make them.
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

/// A report of a running request to its stream.
enum StreamNews: Sendable {
  /// The progress so far, made at once.
  case progress(Progress)

  /// There is more than before, which the closure gives when it is wanted: `nil` if it cannot be read yet or any more.
  case change(@Sendable () -> Progress?)

  /// The progress at the time of a failure.
  case last(Progress)
}

/// What a request has brought so far.
struct Progress: Sendable {
  /// The answer.
  var content: GeneratedContent

  /// The entries that the request added to the transcript, at their positions there.
  var entries: ArraySlice<Transcript.Entry>

  /// The tokens taken.
  var usage: LanguageModelSession.Usage
}
