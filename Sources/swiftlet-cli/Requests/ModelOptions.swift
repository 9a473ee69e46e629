import Foundation
import Swiftlet
import SwiftletInference
import SwiftletKernels

/// The model of a command that generates, with all that is said about how it is run.
///
/// Every such command reads all of these options here, so that each means the same everywhere.
struct ModelOptions {
  private let path: String
  private let engine: EngineOptions
  private let adapterPath: String?
  private let sampling: SamplingOptions
  private let schemaPolicy: GGUFLanguageModel.SchemaPolicy
  private let tracePath: String?

  init(_ arguments: Arguments) throws {
    path = try arguments.modelPath()
    tracePath = arguments.string("--trace")
    engine = EngineOptions(
      threads: try arguments.threadCount(), contextSize: try arguments.integer("--context", in: 1...1 << 30),
      keyValueType: try arguments.choice("--kv-type") ?? .f16, packedCache: arguments.packedCache(),
      usesPromptLookup: !arguments.has("--no-prompt-lookup"), trace: tracePath.map { _ in EngineTrace() },
      draftPath: arguments.string("--draft"))
    adapterPath = arguments.string("--adapter")
    sampling = try arguments.samplingOptions()
    schemaPolicy = arguments.has("--relaxed-schemas") ? .relaxed : .exact
  }

  /// The model in memory; a terminal shows how far that is, if it takes longer than a moment.
  func load() async throws -> GGUFLanguageModel {
    let model = try GGUFLanguageModel(
      path: path, options: engine, adapterPath: adapterPath, sampling: sampling, schemaPolicy: schemaPolicy)
    let progress = ProgressLine("loading")
    defer { progress.clear() }
    try await model.loadWeights { progress.show($0) }
    model.packedCacheReport?.warn()
    model.showWarnings()
    return model
  }

  /// Writes the trace, if one was asked for.
  func writeTrace() throws {
    guard let tracePath, let trace = engine.trace else { return }
    do {
      try trace.json().write(toFile: tracePath, atomically: true, encoding: .utf8)
    } catch {
      throw FileError(tracePath, "cannot be written")
    }
  }
}

extension Option {
  /// The options of every command that generates.
  static let generation: [Option] =
    [
      .model, .draft,
      Option("--adapter", "FILE", "a low-rank adapter (LoRA) for the model, in GGUF form"),
      .threads, .contextSize, .keyValueType(default: .f16), .packedCache,
      Option("--no-prompt-lookup", nil, "do not guess tokens from what came before; the answer is the same, later"),
      Option("--relaxed-schemas", nil, "do not fail for keywords of schemas that cannot be guaranteed, but say so"),
      Option("--trace", "FILE", "what the engine did when, for Perfetto (Chromium's trace-event format)"),
    ] + sampling
}
