import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

/// The model options of commands that generate text.
///
/// All such commands parse these options here, so that each means the same everywhere.
struct ModelOptions {
  private let path: String
  private let engine: EngineOptions
  private let adapterPath: String?
  private let sampling: SamplingOptions
  private let schemaPolicy: GGUFLanguageModel.SchemaPolicy
  private let systemMessages: GGUFLanguageModel.SystemMessagePolicy
  /// The file of `--trace`, opened before the model is loaded.
  private let traceFile: AtomicFile?

  init(_ arguments: Arguments) throws {
    path = try arguments.modelPath()
    traceFile = try arguments.string("--trace").map { path throws(OutputError) in try AtomicFile(replacing: path) }
    engine = EngineOptions(
      threads: try arguments.threadCount(), contextSize: try arguments.integer("--context", in: 1...1 << 30),
      keyValueType: try arguments.choice("--kv-type") ?? .f16, packedCache: arguments.packedCache(),
      usesPromptLookup: !arguments.has("--no-prompt-lookup"), trace: arguments.has("--trace") ? EngineTrace() : nil,
      draftPath: arguments.string("--draft"))
    adapterPath = arguments.string("--adapter")
    sampling = try arguments.samplingOptions()
    schemaPolicy = arguments.has("--relaxed-schemas") ? .relaxed : .exact
    systemMessages = arguments.has(Option.refuseSystemMessages.name) ? .refused : .merged
  }

  /// The name of the model's file without its extension.
  var modelName: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// Loads the model, with a progress bar if that takes longer than 300 ms.
  func load() async throws -> GGUFLanguageModel {
    let model = try GGUFLanguageModel(
      path: path, options: engine, adapterPath: adapterPath, sampling: sampling, schemaPolicy: schemaPolicy,
      systemMessages: systemMessages)
    let progress = ProgressLine("loading")
    defer { progress.clear() }
    try await model.loadWeights { progress.show($0) }
    model.packedCacheReport?.warn()
    model.showWarnings()
    return model
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
    [
      .model, .draft,
      Option("--adapter", "FILE", "LoRA adapter in GGUF format"),
      .threads, .contextSize, .keyValueType(default: .f16), .packedCache, .verifyPackedCache,
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
