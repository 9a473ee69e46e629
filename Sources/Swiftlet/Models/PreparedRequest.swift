import SwiftletChatTemplates
import SwiftletGuides
import SwiftletInference
import SwiftletTokenizers

/// A request as the engine takes it, with what it takes to read the answer.
struct PreparedRequest {
  /// The prompt as text; empty if a bare text is continued.
  var segments: [TextSegment] = []
  /// The prompt in tokens, the guide, and how tokens are chosen.
  var generation: GenerationRequest
  /// The model's format for what is not plain text.
  var format = AnswerFormat.plain
  /// Which part of an answer the prompt ends in.
  var start = AnswerStart.beginning
  /// The tools that may be called.
  var tools: [SwiftletChatTemplates.ToolDefinition] = []
  /// True if the answer is a text of its own, so that a space at its beginning is none of it.
  var startsText = false
  /// The file that keeps what the model makes of the prompt's beginning.
  var prefix: KeptPrefix?

  /// The converter of the engine's events into those of an answer.
  func makeAnswer(_ tokenizer: Tokenizer, stopTexts: [String]) -> Answer {
    let format = format.reading(tools)
    let detokenizer = tokenizer.makeDetokenizer(
      keeping: tokenizer.vocabulary.controlTokens(in: format.texts, evenEnds: format.innerEnds), isStart: startsText)
    let parser = format == .plain ? nil : AnswerParser(format, tools: tools, start: start)
    return Answer(detokenizer: detokenizer, parser: parser, stop: StopTexts(stopTexts))
  }
}

extension TextGenerator {
  /// Puts together all that a request asks for: prompt, prefix, guide, sampling, limits and adapter.
  nonisolated(nonsending) func prepare(
    _ request: LanguageModelExecutorGenerationRequest, _ contents: EngineContents
  ) async throws -> PreparedRequest {
    let (engine, options) = (contents.engine, request.generationOptions)
    var defaults = engine.defaultSampling
    defaults.apply(sampling)
    defaults.apply(request.engine.sampling)
    var prepared = PreparedRequest(
      generation: GenerationRequest(
        prompt: [], sampling: SamplingParameters(options, over: defaults),
        maximumTokens: options.maximumResponseTokens.map { max(0, $0) }, adapter: try adapter(contents)))
    if let text = request.engine.continuedText {
      prepared.generation.prompt = engine.tokenizer.encode(text)
    } else {
      let template = try template(contents)
      let (segments, tools) = try conversation(request, template)
      (prepared.segments, prepared.tools) = (segments, tools)
      (prepared.format, prepared.startsText) = (template.format, !template.isPlain)
      prepared.start = template.format.start(after: segments.text)
      prepared.generation.prompt = slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
      if engine.goesOnFromKeptPlaces {
        prepared.generation.sharedCount = beginning(request, tools, template, engine).map {
          zip($0, prepared.generation.prompt).prefix { $0 == $1 }.count
        }
      }
    }
    prepared.generation.guide = try guide(request, prepared.format, prepared.start, engine)
    prepared.generation.reasoningLimit =
      (ReasoningBudget(request.engine.sampling) ?? reasoningBudget)?
      .limit(prepared.format.reading(prepared.tools), prepared.start, engine.tokenizer)
    if let path = request.engine.prefixPath {
      prepared.prefix = await KeptPrefix(
        path, prefix(of: prepared, request, contents), engine, prepared.generation.adapter, warn: request.engine.warn)
    }
    return prepared
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
}

// MARK: - Beginnings

extension TextGenerator {
  /// The tokens that all conversations with the instructions and tools of a request begin with.
  private func beginning(
    _ request: LanguageModelExecutorGenerationRequest, _ tools: [SwiftletChatTemplates.ToolDefinition],
    _ template: ChatTemplate, _ engine: InferenceEngine
  ) -> [TokenID]? {
    let instructions = request.transcript.prefix { if case .instructions = $0 { true } else { false } }
    return (try? template.beginning(of: Transcript(entries: instructions).messages, tools: tools)).map {
      engine.tokenizer.encode($0)
    }
  }

  /// The tokens that other prompts may begin with as well: the instructions and tools, or the whole prompt if there are none.
  private func prefix(
    of prepared: PreparedRequest, _ request: LanguageModelExecutorGenerationRequest, _ contents: EngineContents
  ) -> [TokenID] {
    let prompt = prepared.generation.prompt
    guard case .instructions? = request.transcript.first, request.engine.continuedText == nil,
      case .success(let template) = contents.template,
      let beginning = beginning(request, prepared.tools, template, contents.engine)
    else { return prompt }
    return zip(prompt, beginning).prefix { $0 == $1 }.map(\.0)
  }
}
