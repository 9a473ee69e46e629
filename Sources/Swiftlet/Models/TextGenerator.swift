import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

/// Answers transcripts with an engine: transcript → messages → template → tokens → engine → text → channel.
struct TextGenerator: Sendable {
  let slot: EngineSlot
  /// The file of the adapter that the model is run with; `nil` for none.
  var adapterPath: String?
  /// How tokens are chosen where neither the request nor the file says it.
  var sampling = SamplingOptions()
  /// How long answers may be thought about; `nil` for as long as the model likes.
  var reasoningBudget: ReasoningBudget?
  /// The treatment of keywords that cannot be guaranteed.
  var schemaPolicy = GGUFLanguageModel.SchemaPolicy.exact

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
  ///   - deliver: Called with the answer, event by event; what it throws ends the answer.
  /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, ``GeneratedContent/ParsingError`` for a call that
  ///   cannot be read, `CancellationError`, or what `deliver` throws.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest,
    delivering deliver: nonisolated(nonsending) (LanguageModelExecutorGenerationChannel.Event) async throws -> Void
  ) async throws {
    let contents = try await slot.begin()
    defer { slot.end() }
    try Task.checkCancellation()
    let engine = contents.engine
    let prepared = try await prepare(request, contents)
    var answer = prepared.makeAnswer(engine.tokenizer, stopTexts: request.engine.stopTexts)
    // An answer that its reader cut short stays in the transcript too, so it is remembered however this ends.
    defer {
      if !answer.raw.isEmpty, !prepared.segments.isEmpty {
        slot.history.remember(
          prepared.generation.prompt + answer.tokens, prompt: prepared.segments, answer: answer.raw)
      }
    }
    do {
      for try await event in engine.generate(prepared.generation) {
        request.engine.observe?(event)
        for event in try answer.events(for: event) { try await deliver(event) }
        if answer.isStopped {
          request.engine.observe?(.finished(.stopText))
          break
        }
      }
    } catch let error as InferenceError {
      throw LanguageModelError(error) ?? error
    }
    // A generation that ends because the task was cancelled may end without an error.
    try Task.checkCancellation()
    for event in try answer.lastEvents() { try await deliver(event) }
    await prepared.prefix?.save(engine)
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
