import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference
import SwiftletTokenizers

/// Answers transcripts with an engine: transcript → messages → template → tokens → engine → text → channel.
struct TextGenerator: Sendable {
  let slot: EngineSlot
  /// The file of the adapter that the model is run with; `nil` for none.
  var adapterPath: String?
  /// How tokens are chosen where neither the request nor the file says it.
  var sampling = SamplingOverrides()

  /// Loads the engine and the adapter, unless they are in memory.
  nonisolated(nonsending) func load() async throws {
    _ = try await ready()
    _ = try await adapter()
  }

  /// Loads the engine and lets it read a transcript, in the background.
  func prewarm(transcript: Transcript) {
    Task {
      // What goes wrong here goes wrong again in the request, whose caller can be told.
      guard let contents = try? await slot.contents(), case .success(let template) = contents.template else { return }
      let engine = contents.engine
      guard let messages = try? transcript.messages else { return }
      let segments = template.beginning(of: messages, bos: engine.bos)
      guard !segments.isEmpty else { return }
      let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
      let reading = try await engine.generate(
        GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 0, adapter: adapter()))
      for try await _ in reading {}
    }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: What to answer, and how.
  ///   - channel: Where the answer goes, event by event.
  ///   - inspect: Called with each new piece of the answer before it is sent; what it throws ends the answer.
  /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, `CancellationError`, or what `inspect` throws.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, streamingInto channel: LanguageModelExecutorGenerationChannel,
    inspecting inspect: (String) throws -> Void = { _ in }
  ) async throws {
    let (engine, template) = try await ready()
    let adapter = try await adapter()
    try Task.checkCancellation()
    let guide = try guide(request, engine)
    var messages = try request.transcript.messages
    if let schema = request.schema, request.contextOptions.includeSchemaInPrompt ?? true {
      messages.ask(for: schema)
    }
    let segments = template.render(messages, addingGenerationPrompt: true, bos: engine.bos, eos: engine.eos)
    let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
    let options = request.generationOptions
    var defaults = engine.defaultSampling
    defaults.apply(sampling)
    let generation = engine.generate(
      GenerationRequest(
        prompt: prompt, sampling: SamplingParameters(options, over: defaults),
        maximumTokens: options.maximumResponseTokens.map { max(0, $0) }, adapter: adapter, guide: guide))

    // In the plain form an answer goes on with the prompt, so a space at its beginning is part of the text.
    var answer = Answer(detokenizer: engine.tokenizer.makeDetokenizer(isStart: template.form != .plain))
    // An answer that its reader cut short stays in the transcript too, so it is remembered however this ends.
    defer {
      let turn = ChatMessage(role: .assistant, content: answer.text)
      let whole = template.render(
        messages + [turn], addingGenerationPrompt: false, bos: engine.bos, eos: engine.eos)
      if !answer.text.isEmpty { slot.history.remember(prompt + answer.tokens, endOf: whole) }
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
    for event in answer.lastEvents() {
      try inspect(event.text)
      await channel.send(event)
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

// MARK: - Counting

extension TextGenerator {
  /// How many tokens a conversation has that begins with these messages, without those of an empty one.
  nonisolated(nonsending) func tokenCount(of messages: [ChatMessage]) async throws -> Int {
    let (engine, template) = try await ready()
    // Some forms put instructions into the first prompt, so a conversation without one has to be given a stand-in.
    let standIn = messages.allSatisfy { $0.role == .system } ? [ChatMessage(role: .user, content: "?")] : []
    func count(_ messages: [ChatMessage]) -> Int {
      messages.isEmpty
        ? 0
        : engine.tokenizer.encode(
          template.render(messages, addingGenerationPrompt: false, bos: engine.bos, eos: engine.eos)
        ).count
    }
    return max(0, count(messages + standIn) - count(standIn))
  }

  /// How many tokens a text has.
  nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
    let segment = TextSegment(text: text, parsesSpecialTokens: false)
    return try await slot.contents().engine.tokenizer.encode([segment], addingBOSAndEOS: false).count
  }

  /// What the answer to a request has to be, `nil` if it may be anything.
  private func guide(
    _ request: LanguageModelExecutorGenerationRequest, _ engine: InferenceEngine
  ) throws(LanguageModelError) -> Guide? {
    guard let schema = request.schema else { return nil }
    do {
      var options = GuideOptions.generating
      options.patternsMatchWhole = true
      return try engine.guide(.schema(schema.compactJSON), options: options)
    } catch {
      throw .unsupportedGenerationGuide(.init(schemaName: schema.name, debugDescription: "\(error)"))
    }
  }

  /// The adapter to run with, `nil` if there is to be none.
  private nonisolated(nonsending) func adapter() async throws -> LowRankAdapter? {
    guard let adapterPath else { return nil }
    return try await slot.adapter(adapterPath)
  }

  private nonisolated(nonsending) func ready() async throws -> (InferenceEngine, ChatTemplate) {
    let contents = try await slot.contents()
    do {
      return (contents.engine, try contents.template.get())
    } catch {
      throw GGUFLanguageModelError.unusable(path: slot.configuration.path, reason: "\(error)")
    }
  }
}

extension InferenceEngine {
  /// The text that begins a sequence.
  fileprivate var bos: String? { text(of: tokenizer.vocabulary.bosID) }

  /// The text that ends a sequence.
  fileprivate var eos: String? { text(of: tokenizer.vocabulary.eosID) }

  private func text(of id: TokenID?) -> String? {
    id.map { String(decoding: tokenizer.vocabulary.bytes(of: $0), as: UTF8.self) }
  }
}

extension ChatTemplate {
  /// What every conversation renders to that begins with these messages, up to the end of the last one's text.
  fileprivate func beginning(of messages: [ChatMessage], bos: String?) -> [TextSegment] {
    // Some forms put instructions into the first prompt, so a conversation without one has to be given a stand-in.
    let needsPrompt = messages.last?.role != .user
    let standIn = needsPrompt ? [ChatMessage(role: .user, content: "?")] : []
    let segments = render(messages + standIn, addingGenerationPrompt: false, bos: bos)
    guard let last = segments.lastIndex(where: { !$0.parsesSpecialTokens }) else { return [] }
    return Array(needsPrompt ? segments[..<last] : segments[...last])
  }
}

extension TokenHistory {
  /// The tokens of some segments, with those of remembered answers as they were generated.
  fileprivate func tokens(for segments: [TextSegment], tokenizer: Tokenizer) -> [TokenID] {
    guard let (tokens, count) = longestBeginning(of: segments),
      let rest = tokenizer.continuation(segments[count...])
    else { return tokenizer.encode(segments) }
    return tokens + rest
  }

  /// Remembers the tokens of a conversation that ends with an answer, whose text is the last that no template wrote.
  fileprivate func remember(_ tokens: [TokenID], endOf segments: [TextSegment]) {
    guard let last = segments.lastIndex(where: { !$0.parsesSpecialTokens }) else { return }
    remember(tokens, for: segments[...last])
  }
}

extension Tokenizer {
  /// The tokens of segments that go on with a text, or `nil` if that cannot be told apart from the text.
  ///
  /// A text of its own may get tokens that it would not get inside another: a beginning of a sequence, or a space that
  /// some vocabularies put first. So the segments are given something to go on with, whose own tokens then are dropped.
  fileprivate func continuation(_ segments: ArraySlice<TextSegment>) -> ArraySlice<TokenID>? {
    let stem = TextSegment(text: "0", parsesSpecialTokens: false)
    let beginning = encode([stem], addingBOSAndEOS: false)
    let whole = encode([stem] + segments, addingBOSAndEOS: false)
    return whole.starts(with: beginning) ? whole.dropFirst(beginning.count) : nil
  }
}
