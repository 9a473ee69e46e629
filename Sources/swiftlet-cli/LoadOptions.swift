import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletStore
import Swiftlet

/// The options of ``Option/loading(keyValueType:context:)``, which all commands that load a model parse here.
struct LoadOptions {
  /// The model's files, and what its store says about running it.
  let model: ResolvedModel
  let threads: Int?
  let contextSize: Int?
  let keyValueType: KeyValueType
  let packedCache: PackedCachePolicy
  let weightLoading: WeightLoading
  /// The adapter of `--lora`, which replaces that of the model's store.
  let adapter: AdapterFile?
  let rotary: RotaryOverrides

  /// Parses the options.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - keyValueType: The default type of the KV cache.
  ///   - minimumContext: The smallest context that makes sense.
  ///   - usesPackedCache: True if packed weights are cached unless an option says otherwise.
  ///   - weightLoading: The time at which weights are packed, unless `--eager` is given.
  ///   - model: The model, for commands with several; nil for that of `--model`.
  /// - Throws: ``UsageError`` for wrong values, or the error of a folder that does not have one model.
  init(
    _ arguments: Arguments, keyValueType: KeyValueType, minimumContext: Int = 1, usesPackedCache: Bool = true,
    weightLoading: WeightLoading = .eager, model: ResolvedModel? = nil
  ) throws {
    self.model = try model ?? arguments.model()
    threads = try arguments.threadCount()
    contextSize = try arguments.integer("--context", in: minimumContext...1 << 30)
    self.keyValueType = try arguments.choice("--kv-type") ?? keyValueType
    packedCache = try arguments.packedCache(byDefault: usesPackedCache)
    self.weightLoading = arguments.has("--eager") ? .eager : weightLoading
    adapter = try arguments.adapter()
    rotary = try arguments.rotaryOverrides()
  }

  /// The path of the model's file, or of the first of several.
  var path: String { model.path }

  /// Opens the model's file, with the settings of the rotary embedding in its metadata.
  func open() throws -> GGUFFile { try rotary.applied(to: GGUFFile(path: path), contextSize: contextSize) }

  /// Checks a context size before the weights are loaded: warns above the trained length, refuses above the memory.
  ///
  /// Without `--context`, nothing is checked, since pages of the cache are allocated as they are used.
  func checkContext() throws {
    guard let contextSize else { return }
    let file = try open()
    // Files of unsupported architectures fail when they are loaded.
    guard let configuration = try? DecoderConfiguration(file) else { return }
    let trained = configuration.trainingContext
    if contextSize > trained {
      Output.error(
        "swiftlet: warning: --context \(contextSize): the model was trained for \(trained) tokens, so \(trained) are "
          + "used; --rope-scaling yarn stretches them\n")
    }
    let positions = min(contextSize, trained)
    let cache = configuration.isEmbeddingModel ? 0 : configuration.cacheByteCount(keyValueType, positions: positions)
    let memory = try ModelMemory(file, configuration, packedCache: packedCache)
    // Without room for the smallest context, it is the weights that are too large.
    try memory.check()
    guard cache > memory.unusedByteCount else { return }
    func text(_ bytes: Int) -> String { (Double(bytes) / 1e9).formatted(decimals: 1) + " GB" }
    throw UsageError(
      argument: "--context",
      reason: "\(positions) tokens take \(text(cache)) of KV cache (\(keyValueType.rawValue)) beside "
        + "\(text(memory.packedByteCount)) of weights, and \(text(memory.availableByteCount)) are available")
  }
}

/// A model that a command runs by itself, without the engine: weights, threads and the LoRA adapter.
struct DirectModel {
  let file: GGUFFile
  let model: DecoderModel
  let pool: WorkerPool
  private let adapterFile: AdapterFile?

  /// Loads the weights.
  init(_ options: LoadOptions, progress: @escaping (Double) -> Void = { _ in }) throws {
    try options.checkContext()
    pool = WorkerPool(threads: options.threads ?? Processors.threadCount)
    file = try options.open()
    model = try DecoderModel(
      file, pool: pool, packedCache: options.packedCache, loading: options.weightLoading, progress: progress)
    model.packedCacheReport?.warn()
    let path = options.model.adapters.first?.path(percentEncoded: false)
    adapterFile = options.adapter ?? path.map { AdapterFile(path: $0) }
  }

  /// Loads the adapter for a decoder; nil if there is none.
  func adapter(for decoder: Decoder) throws -> LowRankAdapter? {
    try adapterFile.map { try LowRankAdapter(contentsOf: $0.path, strength: $0.strength, for: decoder) }
  }
}
