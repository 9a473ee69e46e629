import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference
import SwiftletTokenizers

/// A request in the engine's form, with the information to parse its answer.
struct PreparedRequest {
  /// The prompt as text; empty for a raw prompt.
  var segments: [TextSegment] = []
  /// The engine's request: prompt tokens, guide and sampling parameters.
  var generation: GenerationRequest
  /// The model's format for reasoning and tool calls.
  var format = AnswerFormat.plain
  /// The part of the answer in which the prompt ends.
  var start = AnswerStart.beginning
  /// The tools that may be called.
  var tools: [SwiftletChatTemplates.ToolDefinition] = []
  /// True if the answer starts a new text, so that a leading space of its first token is dropped.
  var isTextStart = false
  /// The prefix cache file of the prompt.
  var prefix: PrefixCacheFile?
  /// The limit at which the answer is cut off; `nil` if the engine keeps to the limit.
  var truncation: TruncatedAnswer?

  /// Creates the converter of the engine's events into channel events.
  func makeAnswer(
    _ engine: InferenceEngine, _ request: LanguageModelExecutorGenerationRequest, stopSequences: [String]
  ) -> Answer {
    let format = format.limited(to: tools)
    let detokenizer = engine.tokenizer.makeDetokenizer(
      keeping: engine.tokenizer.vocabulary.controlTokens(in: format.texts, includingEnds: format.nonFinalEnds),
      isStart: isTextStart)
    let parser = format == .plain ? nil : AnswerParser(format, tools: tools, start: start)
    // An answer in a schema may look like a call and is none, and required calls have the model's format by their
    // guide.
    let choice = request.toolChoice
    let isFree = request.schema == nil && request.engine.grammar == nil && request.engine.guide == nil
    let mayCall = choice == .allowed && isFree
    return Answer(
      detokenizer: detokenizer, parser: parser, stop: StopSequences(stopSequences),
      bareCalls: mayCall && !format.isHarmony && start != .text ? BareCallReader(tools: tools.map(\.name)) : nil,
      allowsParallelCalls: request.engine.allowsParallelToolCalls,
      answered: choice == .allowed && request.engine.dropsAnsweredCalls ? request.answeredCalls : []
    ) { call in
      request.enabledToolDefinitions.contains { $0.name == call.name && $0.accepts(call.arguments, engine) }
    }
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The request for an answer in words, from what tools have answered.
  ///
  /// Models that repeat calls do so less if they are not told about the tools.
  var withoutTools: LanguageModelExecutorGenerationRequest {
    var request = self
    request.engine.answeredTools = enabledToolDefinitions.map(\.name)
    request.enabledToolDefinitions = []
    return request
  }

  /// The tool calls of the last step, if tools have answered them since.
  var answeredCalls: [ToolCall] {
    let messages = messages
    guard messages.last?.role == .tool else { return [] }
    return messages.last { $0.role != .tool }?.toolCalls ?? []
  }
}

extension EngineRequest {
  /// The biases that the tokenizer has to find the tokens of.
  fileprivate func tokenBias(_ tokenizer: Tokenizer) -> [TokenID: Float] {
    var biases: [TokenID: Float] = [:]
    for (text, bias) in textBias {
      for token in tokenizer.encode(text, addingBOSAndEOS: false) { biases[token] = bias }
    }
    guard ignoresEnd else { return biases }
    for token in tokenizer.vocabulary.endOfGeneration { biases[token] = -.infinity }
    return biases
  }
}

extension Transcript.ToolDefinition {
  /// Returns true if the tool's schema allows the arguments.
  fileprivate func accepts(_ arguments: String, _ engine: InferenceEngine) -> Bool {
    let guide = try? engine.guide(.arguments(of: self, .json), options: .validating)
    return (try? guide?.accepts(document: Array(arguments.utf8))) == true
  }
}

extension GGUFLanguageModel.Executor {
  /// Prepares a request for the engine: prompt, prefix cache file, guide, sampling, limits and adapter.
  nonisolated(nonsending) func prepare(
    _ request: LanguageModelExecutorGenerationRequest, _ contents: EngineContents, truncating truncates: Bool,
    encodingImages: Bool = true
  ) async throws -> PreparedRequest {
    let (engine, options) = (contents.engine, request.generationOptions)
    var request = request
    var samplingDefaults = engine.defaultSampling
    for options in [configuration.defaults.sampling, configuration.sampling, request.engine.sampling] {
      samplingDefaults.apply(options)
    }
    samplingDefaults.logitBias.merge(request.engine.tokenBias(engine.tokenizer)) { $1 }
    var prepared = PreparedRequest(
      generation: GenerationRequest(
        prompt: [], sampling: SamplingParameters(options, over: samplingDefaults),
        maximumTokens: request.maximumTokens, adapter: try adapter(contents, strength: request.engine.adapterStrength),
        logProbabilities: request.engine.logProbabilities))
    prepared.generation.reportsProgress = request.engine.observe != nil
    // A prompt that cannot fit is refused before it is tokenized whole, and before anything else is made of it.
    let limit = InferenceError.countedTokens(contextSize: engine.contextSize)
    let images = request.images
    if let text = request.engine.fillInTheMiddle {
      try checkLength(of: [text.prefix, text.suffix] + text.files.map(\.text), engine)
      prepared.generation.prompt = try text.prompt(engine.tokenizer)
      try checkLength(prepared.generation.prompt.count, engine)
    } else if let tokens = request.engine.rawTokens {
      prepared.generation.prompt = tokens
      try checkLength(tokens.count, engine)
    } else if let text = request.engine.rawPrompt {
      try checkLength(of: [text], engine)
      prepared.generation.prompt = engine.tokenizer.encode(text, stoppingAfter: limit)
      try checkLength(prepared.generation.prompt.count, engine)
    } else {
      try request.checkToolNames()
      let template = try template(contents)
      try checkLength(of: request.messages.map(\.content), engine)
      request = try withUsableTools(request, template.format, engine)
      let tools: [SwiftletChatTemplates.ToolDefinition]
      if images.isEmpty {
        (prepared.segments, tools, prepared.start) = try conversation(request, template, engine)
        prepared.generation.prompt = slot.history.tokens(
          for: prepared.segments, tokenizer: engine.tokenizer, stoppingAfter: limit)
      } else {
        let prompt = try await imagePrompt(request, images, template, contents, encoding: encodingImages)
        (prepared.segments, tools, prepared.start) = (prompt.segments, prompt.tools, prompt.start)
        prepared.generation.setPrompt(prompt.runs)
      }
      prepared.tools = tools
      prepared.format = template.format
      prepared.isTextStart = !template.isPlain && !request.engine.continuesLastMessage
      try checkLength(prepared.generation.prompt.count, engine)
      if engine.requiresPrefixCheckpoints {
        prepared.generation.sharedPrefixLength = commonPrefix(request, tools, template, engine).map {
          zip($0, prepared.generation.prompt).prefix { $0 == $1 }.count
        }
      }
    }
    prepared.generation.guide = try guide(request, prepared.format, prepared.start, engine)
    if truncates,
      let truncation = TruncatedAnswer(prepared.generation.guide, atMost: prepared.generation.maximumTokens)
    {
      (prepared.truncation, prepared.generation.maximumTokens) = (truncation, nil)
    }
    let (format, sampling) = (prepared.format.limited(to: prepared.tools), configuration.sampling)
    prepared.generation.reasoningLimit =
      ReasoningLimit(
        request.engine.sampling, message: sampling.reasoningBudgetMessage, format, prepared.start, engine.tokenizer)
      ?? ReasoningLimit(sampling, format, prepared.start, engine.tokenizer)
    if request.engine.prefixPath != nil, !images.isEmpty {
      request.engine.warn?("the prefix cache file is left alone, as it cannot have images")
    } else if let path = request.engine.prefixPath {
      prepared.prefix = await PrefixCacheFile(
        path, prefix(of: prepared, request, contents), engine, prepared.generation.adapter, warn: request.engine.warn)
    }
    return prepared
  }

  /// Throws if long texts alone do not fit the context, before a template takes time and memory for them, and fails.
  ///
  /// They are encoded in pieces, of which only the number of tokens is kept.
  func checkLength(of texts: [String], _ engine: InferenceEngine) throws {
    let pieceBytes = 1 << 20
    guard texts.reduce(0, { $0 + $1.utf8.count }) > 4 * pieceBytes else { return }
    let limit = InferenceError.countedTokens(contextSize: engine.contextSize)
    var tokens = 0
    for text in texts {
      var rest = text.utf8[...]
      while !rest.isEmpty, tokens <= limit {
        let piece = rest.prefix(pieceBytes)
        rest = rest[piece.endIndex...]
        // A word or a character that is cut has a few tokens more than it has in the prompt.
        tokens += max(engine.tokenizer.encode(bytes: piece, addingBOSAndEOS: false, stoppingAfter: limit).count - 8, 0)
      }
    }
    guard tokens > engine.contextSize else { return }
    throw engine.lengthError(tokens)
  }

  /// Throws if a prompt does not fit the context.
  func checkLength(_ count: Int, _ engine: InferenceEngine) throws {
    guard count > engine.contextSize else { return }
    throw engine.lengthError(count)
  }

  /// Renders the prompt of a request, and returns it with the tool definitions in it and the start of the answer.
  func conversation(
    _ request: LanguageModelExecutorGenerationRequest, _ template: ChatTemplate, _ engine: InferenceEngine
  ) throws -> (segments: [TextSegment], tools: [SwiftletChatTemplates.ToolDefinition], start: AnswerStart) {
    var messages = request.messages
    if let schema = request.schema, request.contextOptions.includeSchemaInPrompt ?? true {
      messages.appendInstructions(for: schema)
    }
    let tools = request.enabledToolDefinitions.map(\.templateDefinition)
    do {
      if request.engine.continuesLastMessage {
        let (segments, start) = try continuation(request, messages, tools, template)
        return (segments, tools, start)
      }
      let segments = try template.render(
        messages, tools: tools, reasoning: request.reasoningEffort, variables: request.engine.templateVariables,
        addingGenerationPrompt: true)
      return (segments, tools, template.format.start(after: segments.text))
    } catch {
      // Templates walk through schemas, and fail on malformed ones: that is an error of the tool, not of the model.
      try checkTools(request, template.format, .generating, engine)
      throw error
    }
  }
}

// MARK: - Prefixes

extension GGUFLanguageModel.Executor {
  /// The common prefix, in tokens, of all conversations with the request's instructions and tools.
  private func commonPrefix(
    _ request: LanguageModelExecutorGenerationRequest, _ tools: [SwiftletChatTemplates.ToolDefinition],
    _ template: ChatTemplate, _ engine: InferenceEngine
  ) -> [TokenID]? {
    (try? template.commonPrefix(of: request.instructionMessages, tools: tools)).map { engine.tokenizer.encode($0) }
  }

  /// The shareable prefix of a prompt in tokens: instructions and tools, or the whole prompt if there are none.
  private func prefix(
    of prepared: PreparedRequest, _ request: LanguageModelExecutorGenerationRequest, _ contents: EngineContents
  ) -> [TokenID] {
    let prompt = prepared.generation.prompt
    guard case .instructions? = request.transcript.first, request.engine.rawPrompt == nil,
      request.engine.rawTokens == nil,
      case .success(let template) = contents.template,
      let shared = commonPrefix(request, prepared.tools, template, contents.engine)
    else { return prompt }
    return zip(prompt, shared).prefix { $0 == $1 }.map(\.0)
  }
}
