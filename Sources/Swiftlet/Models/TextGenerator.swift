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

  /// Loads the engine and lets it read a transcript with its tools, in the background.
  func prewarm(transcript: Transcript) {
    Task {
      // What goes wrong here goes wrong again in the request, whose caller can be told.
      guard let contents = try? await slot.contents(), case .success(let template) = contents.template else { return }
      let engine = contents.engine
      let tools = transcript.toolDefinitions.map(\.templateDefinition)
      guard let segments = try? template.beginning(of: transcript.messages, tools: tools), !segments.isEmpty else {
        return
      }
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
  /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, ``GeneratedContent/ParsingError`` for a call that
  ///   cannot be read, `CancellationError`, or what `inspect` throws.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, streamingInto channel: LanguageModelExecutorGenerationChannel,
    inspecting inspect: (String) throws -> Void = { _ in }
  ) async throws {
    let (engine, template) = try await ready()
    let adapter = try await adapter()
    try Task.checkCancellation()
    let (segments, tools) = try conversation(request, template)
    let start = template.format.start(after: segments.text)
    let guide = try guide(request, template.format, start, engine)
    let prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
    let options = request.generationOptions
    var defaults = engine.defaultSampling
    defaults.apply(sampling)
    let generation = engine.generate(
      GenerationRequest(
        prompt: prompt, sampling: SamplingParameters(options, over: defaults),
        maximumTokens: options.maximumResponseTokens.map { max(0, $0) }, adapter: adapter, guide: guide))

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
    var format = template.format
    if tools.isEmpty { format.calls = nil }
    let tokenizer = engine.tokenizer
    // In the plain form an answer goes on with the prompt, so a space at its beginning is part of the text.
    let detokenizer = tokenizer.makeDetokenizer(
      keeping: tokenizer.vocabulary.controlTokens(in: format.texts), isStart: !template.isPlain)
    let parser = format == .plain ? nil : AnswerParser(format, tools: tools, start: start)
    return Answer(detokenizer: detokenizer, parser: parser)
  }

  /// Says which file a template's failure is about.
  private func written<Result>(_ body: () throws(ChatTemplateError) -> Result) throws(GGUFLanguageModelError) -> Result
  {
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

// MARK: - Counting

extension TextGenerator {
  /// How many tokens a conversation has that begins with these messages, without those of an empty one.
  nonisolated(nonsending) func tokenCount(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []
  ) async throws -> Int {
    let (engine, template) = try await ready()
    // Some forms put instructions into the first prompt, so a conversation without one has to be given a stand-in.
    let standIn = messages.allSatisfy { $0.role == .system } ? [ChatMessage(role: .user, content: "?")] : []
    func count(_ messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition] = []) throws -> Int {
      guard !messages.isEmpty else { return 0 }
      let segments = try written { () throws(ChatTemplateError) in
        try template.render(messages, tools: tools, addingGenerationPrompt: false)
      }
      return engine.tokenizer.encode(segments).count
    }
    return max(0, try count(messages + standIn, tools: tools) - count(standIn))
  }

  /// How many tokens a text has.
  nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
    let segment = TextSegment(text: text, parsesSpecialTokens: false)
    return try await slot.contents().engine.tokenizer.encode([segment], addingBOSAndEOS: false).count
  }

  /// What the answer to a request has to be, `nil` if it may be anything.
  private func guide(
    _ request: LanguageModelExecutorGenerationRequest, _ format: AnswerFormat, _ start: AnswerStart,
    _ engine: InferenceEngine
  ) throws(LanguageModelError) -> Guide? {
    let choice = ToolChoice(request)
    guard request.schema != nil || choice != .disallowed else { return nil }
    var options = GuideOptions.generating
    options.patternsMatchWhole = true
    do {
      if choice == .disallowed, !format.isHarmony, format.reasoning == nil, let schema = request.schema {
        return try engine.guide(.schema(schema.compactJSON), options: options)
      }
      // As templates write calls, and models therefore too.
      // Exponents lead to numbers that no `Double` holds.
      if choice != .disallowed { (options.whitespace, options.allowsExponents) = (.natural, false) }
      let guide = AnswerGuide(
        format: format, start: start, tools: request.enabledToolDefinitions, choice: choice,
        schema: request.schema?.compactJSON)
      return try engine.guide(guide.source(), options: options, markers: format.texts)
    } catch {
      throw .unsupportedGenerationGuide(
        .init(
          schemaName: request.schema?.name ?? request.enabledToolDefinitions.map(\.name).joined(separator: ", "),
          debugDescription: "\(error)"))
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

extension ChatTemplate {
  /// What every conversation renders to that begins with these messages, up to the end of the last one's text.
  fileprivate func beginning(
    of messages: [ChatMessage], tools: [SwiftletChatTemplates.ToolDefinition]
  ) throws(ChatTemplateError) -> [TextSegment] {
    // What two continuations have in common. Some forms put instructions into the first prompt, so a conversation without
    // one has to be given a stand-in.
    var texts: [[TextSegment]] = []
    for ending in ["?", "!"] {
      var messages = messages
      if messages.last?.role == .user {
        messages[messages.count - 1].content += ending
      } else {
        messages.append(ChatMessage(role: .user, content: ending))
      }
      texts.append(try render(messages, tools: tools, addingGenerationPrompt: false))
    }
    return texts[0].commonBeginning(texts[1])
  }
}

extension [TextSegment] {
  /// What both begin with.
  fileprivate func commonBeginning(_ other: [TextSegment]) -> [TextSegment] {
    var common: [TextSegment] = []
    for (one, two) in zip(self, other) where one.parsesSpecialTokens == two.parsesSpecialTokens {
      if one == two {
        common.append(one)
        continue
      }
      let bytes = zip(one.text.utf8, two.text.utf8).prefix { $0 == $1 }.map(\.0)
      // The texts differ in a character of ASCII, so no character is cut in two.
      if !bytes.isEmpty {
        common.append(
          TextSegment(text: String(decoding: bytes, as: UTF8.self), parsesSpecialTokens: one.parsesSpecialTokens))
      }
      break
    }
    return common
  }
}

extension TokenHistory {
  /// The tokens of some segments, with those of remembered answers as they were generated.
  fileprivate func tokens(for segments: [TextSegment], tokenizer: Tokenizer) -> [TokenID] {
    guard let (tokens, rest) = longestBeginning(of: segments), let rest = tokenizer.continuation(rest) else {
      return tokenizer.encode(segments)
    }
    return tokens + rest
  }
}

extension Tokenizer {
  /// The tokens of segments that go on with a text, or `nil` if that cannot be told apart from the text.
  ///
  /// A text of its own may get tokens that it would not get inside another: a beginning of a sequence, or a space that
  /// some vocabularies put first. So the segments are given something to go on with, whose own tokens then are dropped.
  fileprivate func continuation(_ segments: [TextSegment]) -> ArraySlice<TokenID>? {
    let stem = TextSegment(text: "0", parsesSpecialTokens: false)
    let beginning = encode([stem], addingBOSAndEOS: false)
    let whole = encode([stem] + segments, addingBOSAndEOS: false)
    return whole.starts(with: beginning) ? whole.dropFirst(beginning.count) : nil
  }
}
