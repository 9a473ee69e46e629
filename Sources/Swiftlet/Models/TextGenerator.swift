import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

/// Answers transcripts with an engine: transcript → messages → template → tokens → engine → text → channel.
struct TextGenerator: Sendable {
  let slot: EngineSlot
  /// The file of the adapter that the model is run with; `nil` for none.
  var adapterPath: String?
  /// How tokens are chosen where neither the request nor the file says it.
  var sampling = SamplingOverrides()
  /// How long answers may be thought about; `nil` for as long as the model likes.
  var reasoningBudget: ReasoningBudget?

  /// Loads the engine and the adapter, unless they are in memory.
  nonisolated(nonsending) func load() async throws {
    let contents = try await slot.begin()
    defer { slot.end() }
    _ = try template(contents)
    _ = try adapter(contents)
  }

  /// Loads the engine and lets it read a transcript with its tools, in the background.
  func prewarm(transcript: Transcript) {
    Task {
      // What goes wrong here goes wrong again in the request, whose caller can be told.
      guard let contents = try? await slot.begin() else { return }
      defer { slot.end() }
      guard case .success(let template) = contents.template else { return }
      let engine = contents.engine
      let tools = transcript.toolDefinitions.map(\.templateDefinition)
      guard let segments = try? template.beginning(of: transcript.messages, tools: tools), !segments.isEmpty else {
        return
      }
      let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
      let reading = try engine.generate(
        GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 0, adapter: adapter(contents)))
      for try await _ in reading {}
    }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: What to answer, and how.
  ///   - channel: Where the answer goes, event by event.
  ///   - inspect: Called with each new piece of the answer before it is sent; what it throws ends the answer.
  /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, ``GeneratedContent/ParsingError`` for a call that
  ///   cannot be read, `CancellationError`, or what `inspect` throws.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, streamingInto channel: LanguageModelExecutorGenerationChannel,
    inspecting inspect: (String) throws -> Void = { _ in }
  ) async throws {
    let contents = try await slot.begin()
    defer { slot.end() }
    let (engine, template, adapter) = (contents.engine, try template(contents), try adapter(contents))
    try Task.checkCancellation()
    let (segments, tools) = try conversation(request, template)
    let start = template.format.start(after: segments.text)
    let guide = try guide(request, template.format, start, engine)
    let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
    let options = request.generationOptions
    var defaults = engine.defaultSampling
    defaults.apply(sampling)
    let format = template.format.reading(tools)
    let generation = engine.generate(
      GenerationRequest(
        prompt: prompt, sharedCount: sharedCount(prompt, request, template, engine),
        sampling: SamplingParameters(options, over: defaults),
        maximumTokens: options.maximumResponseTokens.map { max(0, $0) }, adapter: adapter, guide: guide,
        reasoningLimit: reasoningBudget?.limit(format, start, engine.tokenizer)))

    var answer = makeAnswer(template, start, tools: tools, engine)
    // An answer that its reader cut short stays in the transcript too, so it is remembered however this ends.
    defer {
      if !answer.raw.isEmpty {
        slot.history.remember(prompt + answer.tokens, prompt: segments, answer: answer.raw)
      }
    }
    do {
      for try await event in generation {
        for event in try answer.events(for: event) {
          try inspect(event.text)
          await channel.send(event)
        }
      }
    } catch let error as InferenceError {
      throw LanguageModelError(error) ?? error
    }
    // A generation that ends because the task was cancelled may end without an error.
    try Task.checkCancellation()
    for event in try answer.lastEvents() {
      try inspect(event.text)
      await channel.send(event)
    }
  }

  /// The prompt of a request, and the tools in it.
  func conversation(
    _ request: LanguageModelExecutorGenerationRequest, _ template: ChatTemplate
  ) throws -> (segments: [TextSegment], tools: [SwiftletChatTemplates.ToolDefinition]) {
    var messages = request.transcript.messages
    if let schema = request.schema, request.contextOptions.includeSchemaInPrompt ?? true {
      messages.ask(for: schema)
    }
    let tools = request.enabledToolDefinitions.map(\.templateDefinition)
    let segments = try written {
      () throws(ChatTemplateError) in
      try template.render(
        messages, tools: tools, reasoning: request.contextOptions.reasoningLevel.map { ReasoningEffort($0) },
        addingGenerationPrompt: true)
    }
    return (segments, tools)
  }

  private func makeAnswer(
    _ template: ChatTemplate, _ start: AnswerStart, tools: [SwiftletChatTemplates.ToolDefinition],
    _ engine: InferenceEngine
  ) -> Answer {
    let format = template.format.reading(tools)
    let tokenizer = engine.tokenizer
    // In the plain form an answer goes on with the prompt, so a space at its beginning is part of the text.
    let detokenizer = tokenizer.makeDetokenizer(
      keeping: tokenizer.vocabulary.controlTokens(in: format.texts, evenEnds: format.innerEnds),
      isStart: !template.isPlain)
    let parser = format == .plain ? nil : AnswerParser(format, tools: tools, start: start)
    return Answer(detokenizer: detokenizer, parser: parser)
  }

  /// Says which file a template's failure is about.
  func written<Result>(_ body: () throws(ChatTemplateError) -> Result) throws(GGUFLanguageModelError) -> Result {
    do {
      return try body()
    } catch {
      throw .unusable(path: slot.configuration.path, reason: "\(error)")
    }
  }
}

extension LanguageModelExecutorGenerationChannel.Event {
  /// The text that the event adds to a response.
  fileprivate var text: String {
    if case .response(let response) = kind, case .appendText(let fragment) = response.action.kind {
      fragment.content
    } else {
      ""
    }
  }
}

extension TextGenerator {
  /// The adapter to run with, `nil` if there is to be none.
  func adapter(_ contents: EngineContents) throws -> LowRankAdapter? {
    try adapterPath.map { try contents.adapter($0) }
  }

  /// The template to write prompts with.
  func template(_ contents: EngineContents) throws -> ChatTemplate {
    try written { () throws(ChatTemplateError) in try contents.template.get() }
  }
}
