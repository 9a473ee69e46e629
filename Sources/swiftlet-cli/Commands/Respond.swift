import Foundation
import Swiftlet
import SwiftletChatTemplates
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

extension Command {
  static let respond = Command(
    name: "respond", operands: "PROMPT", summary: "Streams the answer to a prompt; - reads the prompt from input.",
    discussion: """
      The prompt is put into the chat template of the model's file; --raw continues the bare text instead. With --schema,
      the schema is added to the prompt unless --raw is given. Such answers are never cut off: as the tokens of --max-tokens
      run out, those are chosen that can still finish; if even the shortest answer has more, that is an error. With
      --tools, calls of tools are not run but printed, each as a line of JSON.
      """,
    options: [
      .model,
      Option("--instructions", "TEXT", "what the model is told before the prompt"),
      Option("--max-tokens", "N", "the most tokens to generate; default: until the model ends or the context is full"),
      Option("--raw", nil, "no chat template: continue the text"),
      .answerSchema, .answerGrammar,
      Option("--tools", "FILE", "what the model may call: a JSON array of name, description and parameters"),
      .draft,
      Option(
        "--prefix-cache", "FILE",
        "keeps what the model makes of the instructions, else of the prompt, for the next time"),
      Option("--no-prompt-lookup", nil, "do not guess tokens from what came before; the answer is the same, later"),
      Option("--trace", "FILE", "what the engine did when, for Perfetto (Chromium's trace-event format)"),
      Option("--stats", nil, "speed and memory as a line of JSON on standard error"),
      Option("--require-tool", nil, "with --tools: the model has to call one"),
      .threads, .contextSize, .keyValueType(default: .f16), .packedCache,
    ] + Option.sampling
  ) { arguments in
    let operand = try arguments.positional("PROMPT")
    let text = operand == "-" ? String(decoding: Output.readInput(), as: UTF8.self) : operand
    if let tools = arguments.string("--tools") {
      return try await ToolInquiry(arguments, tools: ToolFile(path: tools).tools).respond(to: text)
    }
    let samplingOptions = try arguments.samplingOptions()
    let maximumTokens = try arguments.integer("--max-tokens", in: 0 ... .max)
    var options = try arguments.engineOptions()
    if arguments.has("--no-prompt-lookup") { options.usesPromptLookup = false }
    if arguments.has("--trace") { options.trace = EngineTrace() }
    let answer = try arguments.answerSource()
    let start = ContinuousClock.now
    let engine = try InferenceEngine.loading(try arguments.modelPath(), options)
    let loaded = ContinuousClock.now
    engine.tokenizer.showWarnings()
    let prompt = try engine.prompt(
      arguments.has("--raw") ? text : answer?.source.asked(for: text) ?? text,
      instructions: arguments.string("--instructions"), isRaw: arguments.has("--raw"))
    var sampling = engine.defaultSampling
    sampling.apply(samplingOptions.overrides)
    var prefixCache: PrefixCache?
    if let path = arguments.string("--prefix-cache") {
      let prefix = try engine.prefix(
        of: prompt.tokens, instructions: arguments.string("--instructions"), isRaw: arguments.has("--raw"))
      prefixCache = await PrefixCache(path, prefix: prefix, engine)
    }
    var statistics = GenerationStatistics(loadSeconds: (loaded - start).seconds)
    try await engine.print(
      GenerationRequest(
        prompt: prompt.tokens, sampling: sampling, maximumTokens: maximumTokens, guide: try engine.guide(answer),
        reasoningLimit: ReasoningBudget(samplingOptions)?.limit(prompt.format, prompt.start, engine.tokenizer)),
      isStart: prompt.startsText, into: &statistics)
    await prefixCache?.save()
    if let path = arguments.string("--trace"), let trace = options.trace {
      do {
        try trace.json().write(toFile: path, atomically: true, encoding: .utf8)
      } catch {
        throw FileError(path, "cannot be written")
      }
    }
    if arguments.has("--stats") { Output.error(statistics.line + "\n") }
  }
}

/// A prompt, and what is known of its answer.
struct EnginePrompt {
  var tokens: [TokenID]
  /// Whether the answer is the beginning of a text of its own.
  var startsText = false
  var format = AnswerFormat.plain
  var start = AnswerStart.beginning
}

extension InferenceEngine {
  /// The tokens of a prompt.
  func prompt(_ text: String, instructions: String?, isRaw: Bool) throws -> EnginePrompt {
    if isRaw {
      return EnginePrompt(tokens: tokenizer.encode([instructions, text].compactMap(\.self).joined(separator: "\n")))
    }
    let template = try ChatTemplate(self)
    let messages =
      (instructions.map { [ChatMessage(role: .system, content: $0)] } ?? []) + [ChatMessage(role: .user, content: text)]
    let segments = try template.render(messages, addingGenerationPrompt: true)
    var format = template.format
    format.calls = nil
    return EnginePrompt(
      tokens: tokenizer.encode(segments), startsText: !template.isPlain, format: format,
      start: format.start(after: segments.text))
  }

  /// Generates and prints the text as it comes.
  func print(
    _ request: GenerationRequest, isStart: Bool, into statistics: inout GenerationStatistics
  ) async throws {
    var detokenizer = tokenizer.makeDetokenizer(isStart: isStart)
    var endsLine = true
    func put(_ text: String) throws {
      guard !text.isEmpty else { return }
      try Output.write(text)
      endsLine = text.hasSuffix("\n")
    }
    statistics.begin()
    for try await event in generate(request) {
      statistics.note(event)
      if case .token(let token) = event { try put(try detokenizer.append(token)) }
    }
    try put(detokenizer.finish())
    if !endsLine { try Output.write("\n") }
  }
}
