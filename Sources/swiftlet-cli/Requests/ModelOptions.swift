import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletStore

/// The model options of commands that generate text.
///
/// All such commands parse these options here, so that each means the same everywhere.
struct ModelOptions {
  private let loading: LoadOptions
  private let engine: EngineOptions
  private let sampling: SamplingOptions
  private let stopSequences: [String]
  private let projector: String?
  private let imageTokens: GGUFLanguageModel.ImageTokens?
  private let schemaPolicy: GGUFLanguageModel.SchemaPolicy
  private let systemMessages: GGUFLanguageModel.SystemMessagePolicy
  /// The file of `--trace`, opened before the model is loaded.
  private let traceFile: AtomicFile?

  /// Parses the options.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - requests: The path of the requests of a batch, which the trace must not replace.
  ///   - breakdown: A trace that measures the parts of tokens, each of which is generated alone then; nil for none.
  ///   - parallel: The number of requests at a time; nil for the engine's default.
  ///   - model: The model, for commands with several; nil for that of `--model`.
  /// - Throws: ``UsageError`` for wrong values, ``OutputError`` if the trace cannot be written.
  init(
    _ arguments: Arguments, requests: String? = nil, breakdown: EngineTrace? = nil, parallel: Int? = nil,
    model: ResolvedModel? = nil
  ) throws {
    // As in `bench`, each run loads alike, before it is measured.
    let loading = try LoadOptions(
      arguments, keyValueType: .f16, usesPackedCache: breakdown == nil,
      weightLoading: breakdown == nil ? .lazy : .eager, model: model)
    self.loading = loading
    traceFile = try arguments.output("--trace", requests: requests)
    let draft = try arguments.string("--draft").map { try arguments.model($0).path }
    var engine = EngineOptions(
      threads: loading.threads, contextSize: loading.contextSize, keyValueType: loading.keyValueType,
      cacheByteLimit: try arguments.size("--cache-memory"),
      packedCache: loading.packedCache, weightLoading: loading.weightLoading,
      usesPromptLookup: !arguments.has("--no-prompt-lookup"),
      trace: arguments.has("--trace") ? EngineTrace() : breakdown, draftPath: draft)
    engine.rotary = loading.rotary
    if let parallel { engine.maximumActive = max(engine.maximumActive, parallel) }
    // The text is searched for drafts as always, but none is worth its cost.
    if breakdown != nil { engine.speculationCost = 1e9 }
    self.engine = engine
    sampling = try arguments.samplingOptions()
    stopSequences = try arguments.stopSequences()
    projector = arguments.string("--projector")
    imageTokens = try arguments.imageTokens()
    schemaPolicy = arguments.has("--relaxed-schemas") ? .relaxed : .exact
    systemMessages = arguments.has(Option.refuseSystemMessages.name) ? .refused : .merged
  }

  /// The name of the model: that of its file without the extension, or that in its store.
  var modelName: String { loading.model.title }

  /// The seed of `--seed`; nil for a new one each time.
  var seed: UInt64? { sampling.seed }

  /// Returns a model, which is not loaded yet.
  func languageModel(_ model: ResolvedModel) throws -> GGUFLanguageModel {
    try GGUFLanguageModel(
      model, options: engine, projector: projector, imageTokens: imageTokens, adapter: loading.adapter,
      sampling: sampling, stopSequences: stopSequences, schemaPolicy: schemaPolicy, systemMessages: systemMessages)
  }

  /// Checks that a model can be loaded, and returns a note if not all of its context fits the memory.
  ///
  /// - Parameters:
  ///   - model: The model's files.
  ///   - available: The number of bytes that can be allocated.
  /// - Returns: The note; nil if the context fits, or if the file will fail when it is loaded.
  /// - Throws: ``InferenceError/weightsExceedMemory(_:)``.
  func memoryNote(
    _ model: ResolvedModel, available: Int = min(SystemMemory.allocatableByteCount, SystemMemory.availableByteCount)
  ) throws -> String? {
    guard let file = try? loading.rotary.applied(to: GGUFFile(path: model.path), contextSize: loading.contextSize),
      let configuration = try? DecoderConfiguration(file), !configuration.isEmbeddingModel,
      var memory = try? ModelMemory(
        file, configuration, packedCache: loading.packedCache, available: available)
    else { return nil }
    try memory.check()
    var draft: DecoderConfiguration?
    if let path = engine.draftPath {
      // Of what the model leaves.
      guard let file = try? GGUFFile(path: path), let other = try? DecoderConfiguration(file),
        let rest = try? ModelMemory(
          file, other, packedCache: loading.packedCache, available: memory.unusedByteCount)
      else { return nil }
      try rest.check()
      (memory, draft) = (rest, other)
    }
    let size = engine.contextSize(of: configuration)
    let fitting = engine.fittingContextSize(of: configuration, draft: draft, available: memory.unusedByteCount)
    return fitting < size
      ? "\(model.title): memory holds \(fitting) of the \(size) tokens of the context; --kv-type q8_0 makes them smaller"
      : nil
  }

  /// Loads the model, with a progress bar if that takes longer than 300 ms.
  func load() async throws -> GGUFLanguageModel {
    let model = try languageModel(loading.model)
    try loading.checkContext()
    try checkBiases()
    let progress = ProgressLine("loading")
    defer { progress.clear() }
    try await model.loadWeights { progress.show($0) }
    model.packedCacheReport?.warn()
    model.showWarnings()
    return model
  }

  /// Checks that the tokens of `--logit-bias` are in the vocabulary.
  private func checkBiases() throws {
    guard let biases = sampling.logitBias, !biases.isEmpty,
      let count = try loading.open().metadata.byteStrings("tokenizer.ggml.tokens")?.count,
      let wrong = biases.keys.filter({ !(0..<count).contains($0) }).min()
    else { return }
    throw UsageError(
      argument: "--logit-bias", reason: "found the token id \(wrong), expected one from 0 to \(count - 1)")
  }

  /// Writes the trace to the file of `--trace`, if given.
  func writeTrace() throws {
    guard let traceFile, let trace = engine.trace else { return }
    try traceFile.append(Array(trace.json().utf8))
    try traceFile.commit()
  }
}

extension Option {
  /// The options of all commands that generate text.
  static let generation: [Option] =
    loading(keyValueType: .f16) + [
      .draft, .stop, .projector, .imageTokens,
      Option(
        "--cache-memory", "SIZE",
        "memory for the KV cache, such as 4G; default: two contexts for each answer at a time, "
          + "half of the memory at most"),
      Option("--no-prompt-lookup", nil, "disable prompt-lookup (n-gram) speculative decoding; same output"),
      Option("--relaxed-schemas", nil, "ignore unsupported schema keywords with a warning instead of failing"),
      .refuseSystemMessages,
      Option("--trace", "FILE", "write an engine trace in Chrome's trace event format, for Perfetto"),
    ] + sampling

  /// The option that makes system messages errors where the template does not allow them.
  static let refuseSystemMessages = Option(
    "--refuse-system-messages", nil,
    "fail on system messages that the chat template does not allow, instead of merging them into the first one")
}
