import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension GGUFLanguageModel {
  /// The executor for models of a file: transcript → messages → template → tokens → engine → text → channel.
  public struct Executor: LanguageModelExecutor {
    /// The model type of the executor.
    public typealias Model = GGUFLanguageModel

    /// A file with its options.
    public struct Configuration: Hashable, Sendable {
      let engine: EngineSlot.Configuration
      /// The LoRA adapter; `nil` for none.
      var adapter: AdapterFile?
      /// The sampling settings of the model, over those of the file.
      var sampling = SamplingOptions()
      /// The stop sequences of all requests.
      var stopSequences: [String] = []
      /// The treatment of schema keywords that cannot be enforced.
      var schemaPolicy = SchemaPolicy.exact
      /// The treatment of system messages where the template does not allow them.
      var systemMessages = SystemMessagePolicy.merged
      /// The settings of the model's store, below those of the model.
      var defaults = ModelDefaults()
    }

    let configuration: Configuration
    let slot: EngineSlot

    /// Creates the executor for a file with its options.
    ///
    /// - Parameter configuration: The file and the options.
    public init(configuration: Configuration) {
      self.configuration = configuration
      slot = .shared(configuration.engine)
    }

    /// Loads the model and prefills a transcript in the background.
    ///
    /// - Parameters:
    ///   - model: The model of the requesting session.
    ///   - transcript: The expected beginning of the next request's transcript.
    public func prewarm(model: GGUFLanguageModel, transcript: Transcript) { prewarm(transcript: transcript) }

    /// Generates the answer to the last entry of a transcript.
    ///
    /// - Parameters:
    ///   - request: The request to answer.
    ///   - model: The model of the requesting session.
    ///   - channel: The channel that receives the answer's events.
    /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, or `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: GGUFLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await respond(to: request) { await channel.send($0) }
    }
  }
}

extension GGUFLanguageModel.Executor {
  /// Runs a body with the contents of the model's file, which stay in memory meanwhile.
  ///
  /// - Parameters:
  ///   - request: The request that the body is a part of, if there is one.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error of loading, or of the body, as ``callerError(for:of:)`` converts it.
  nonisolated(nonsending) func withContents<Value>(
    for request: LanguageModelExecutorGenerationRequest? = nil,
    _ body: nonisolated(nonsending) (EngineContents) async throws -> Value
  ) async throws -> Value {
    do {
      let contents = try await slot.acquire()
      defer { slot.release() }
      return try await body(contents)
    } catch {
      throw callerError(for: error, of: request)
    }
  }

  /// Loads the engine and the adapter, unless they are in memory.
  nonisolated(nonsending) func load() async throws {
    try await withContents { _ = (try template($0), try adapter($0)) }
  }

  /// Loads the engine and prefills a transcript with its tools in the background.
  func prewarm(transcript: Transcript) {
    let transcript = configuration.defaults.applied(to: transcript)
    Task {
      // Errors are ignored: the request will fail with the same error and report it to its caller.
      try? await withContents { contents in
        let tools = transcript.toolDefinitions.map(\.templateDefinition)
        let segments = try contents.template.get().commonPrefix(of: transcript.messages, tools: tools)
        guard !segments.isEmpty else { return }
        let prompt = slot.history.tokens(for: segments, tokenizer: contents.engine.tokenizer)
        let prefill = try contents.engine.generate(
          GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 0, adapter: adapter(contents)))
        for try await _ in prefill {}
      }
    }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request to answer.
  ///   - truncates: True if a guided answer is cut off if the request's limit is below the shortest answer. Otherwise
  ///     nothing is generated then, which is the same error.
  ///   - deliver: Called with each event of the answer; an error ends the generation.
  /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, ``GeneratedContent/ParsingError`` for a tool call
  ///   that cannot be parsed and for a truncated answer, `CancellationError`, or any error of `deliver`.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, truncating truncates: Bool = true,
    delivering deliver: nonisolated(nonsending) (LanguageModelExecutorGenerationChannel.Event) async throws -> Void
  ) async throws {
    let request = configuration.defaults.applied(to: request)
    try await withContents(for: request) { contents in
      try Task.checkCancellation()
      let prepared = try await prepare(request, contents, truncating: truncates)
      if try await !generate(prepared, request, contents, delivering: deliver) {
        var request = request.withoutTools
        request.engine.accepted = nil
        let prepared = try await prepare(request, contents, truncating: truncates)
        _ = try await generate(prepared, request, contents, delivering: deliver)
      }
      await prepared.prefix?.save(contents.engine)
    }
  }

  /// Generates an answer to a prepared request.
  ///
  /// - Returns: False if the answer had no more than calls that tools have just answered, and so was dropped.
  private nonisolated(nonsending) func generate(
    _ prepared: PreparedRequest, _ request: LanguageModelExecutorGenerationRequest, _ contents: EngineContents,
    delivering deliver: nonisolated(nonsending) (LanguageModelExecutorGenerationChannel.Event) async throws -> Void
  ) async throws -> Bool {
    let engine = contents.engine
    var text = ""
    var answer = prepared.makeAnswer(
      engine, request, stopSequences: configuration.stopSequences + request.engine.stopSequences)
    // A partial answer stays in the transcript too, so its tokens are stored on every exit.
    defer { remember(answer, to: prepared, request, contents) }
    var isTruncated = false
    let trace = slot.configuration.options.trace
    let timer = trace?.makeTimer()
    var observer = AnswerObserver(request.engine.observe, holdsBack: answer.mayHaveOnlyAnsweredCalls)
    let stream = engine.generate(prepared.generation)
    if !stream.isRefused { request.engine.accepted?(prepared.generation.prompt.count) }
    for try await event in stream {
      timer?.restart()
      // The answer may be complete with the last token of the limit, so only a further one shows that it is not.
      if event.isOfToken, answer.tokens.count == prepared.truncation?.available {
        isTruncated = true
        end(stream, .maximumTokens, answer, &observer)
        break
      }
      observer.send(event)
      timer?.mark(.delivery)
      let events = try answer.events(for: event)
      timer?.mark(.detokenizing)
      if !answer.mayHaveOnlyAnsweredCalls { observer.release() }
      for event in events {
        text += event.responseText
        try await deliver(event)
      }
      if let trace, let timer {
        timer.mark(.delivery)
        trace.addReading(of: event, timer)
      }
      if let reason = answer.finishReason {
        end(stream, reason, answer, &observer)
        break
      }
    }
    // A generation that ends by cancellation may end without an error.
    try Task.checkCancellation()
    let lastEvents = try answer.lastEvents()
    if answer.hasOnlyAnsweredCalls { return false }
    observer.release()
    for event in lastEvents {
      text += event.responseText
      try await deliver(event)
    }
    if isTruncated, let truncation = prepared.truncation { throw truncation.error(after: text, request.schema) }
    return true
  }

  /// Ends a generation before the engine does, and reports its end as the engine would.
  private func end(
    _ stream: GenerationStream, _ reason: FinishReason, _ answer: Answer, _ observer: inout AnswerObserver
  ) {
    stream.cancel()
    observer.send(.statistics(stream.statistics(generatedTokens: answer.tokens.count)))
    observer.send(.finished(reason))
  }
}

extension GenerationEvent {
  /// True for a generated token and its log-probability.
  fileprivate var isOfToken: Bool {
    switch self {
    case .token, .logProbability: true
    default: false
    }
  }
}

extension GGUFLanguageModel.Executor {
  /// The LoRA adapter; `nil` without one.
  ///
  /// - Parameters:
  ///   - contents: The contents of the model's file.
  ///   - strength: The factor of the adapter's scale, 0 for no adapter; `nil` for that of the model.
  /// - Returns: The adapter, which is loaded on first use.
  /// - Throws: ``GGUFLanguageModelError`` if the file is not an adapter of the model.
  func adapter(_ contents: EngineContents, strength: Float? = nil) throws -> LowRankAdapter? {
    guard var file = configuration.adapter, strength != 0 else { return nil }
    file.strength = strength ?? file.strength
    return try contents.adapter(file)
  }

  /// The chat template.
  func template(_ contents: EngineContents) throws -> ChatTemplate {
    var template = try contents.template.get()
    template.mergesSystemMessages = configuration.systemMessages == .merged
    return template
  }

  /// Stores the tokens of an answer, so that later prompts that contain it begin with the same tokens.
  ///
  /// Calls outside of the model's format are stored under the text that the template makes of them: the model then sees
  /// its calls in its own words, and goes on to call tools.
  private func remember(
    _ answer: Answer, to prepared: PreparedRequest, _ request: LanguageModelExecutorGenerationRequest,
    _ contents: EngineContents
  ) {
    // The tokens of images are not those of their text.
    guard !answer.raw.isEmpty, !prepared.segments.isEmpty, request.images.isEmpty else { return }
    var text: String? = answer.raw
    if !answer.bareCalls.isEmpty {
      text = try? template(contents).textOfAnswer(
        calling: answer.bareCalls, after: request.messages, prompt: prepared.segments.text, tools: prepared.tools,
        reasoning: request.reasoningEffort, variables: request.engine.templateVariables)
    }
    guard let text else { return }
    slot.history.remember(prepared.generation.prompt + answer.tokens, prompt: prepared.segments, answer: text)
  }
}
