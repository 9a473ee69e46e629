public import Foundation
import SwiftletGGUF
public import SwiftletInference
package import SwiftletKernels
import SwiftletStore
import SwiftletTokenizers

/// A model from a GGUF file, run in this process.
///
/// ```swift
/// let model = try GGUFLanguageModel(contentsOf: URL(filePath: "model.gguf"))
/// let session = LanguageModelSession(model: model)
/// ```
///
/// Creating a model reads only the magic number of the file. The weights are loaded by the first request, by
/// ``LanguageModelSession/prewarm(promptPrefix:)``, or by ``load(reportingTo:)``; they stay in memory while a model or
/// session may use them, unless they are unloaded by ``Unloading`` or ``unload()``. Models of the same file share the
/// weights, and those with the same options also the KV cache.
///
/// Sampling settings missing in ``GenerationOptions`` come from ``SamplingOptions``, else from the file, else from the
/// defaults: temperature 0.7, top-k 40, top-p 0.95, and a new random seed for each request. A sampling mode replaces
/// all truncation samplers. A temperature of 0 is greedy decoding. Responses end with an end-of-generation token, or
/// when the context is full.
public struct GGUFLanguageModel: LanguageModel {
  /// The element type of the KV cache: more bits are more exact, fewer save memory.
  public enum CacheFormat: String, Sendable, CaseIterable {
    /// 32-bit floating point.
    case f32
    /// 16-bit floating point.
    case f16
    /// 8-bit integers in quantisation blocks of 32 with one scale.
    case q8_0
  }

  /// The location of a disk cache of packed matrices, which makes the next load faster.
  ///
  /// The file is about as large as the model's, and has checksums. Damaged weights are found when they are first used
  /// and packed again, and the next load writes the file anew. It is not used when the model's file has changed; if it
  /// cannot be written, loading continues without it.
  public indirect enum PackedCache: Sendable, Hashable {
    /// No disk cache.
    case off
    /// A file in the user's cache folder, if packing takes long enough to be worth the disk.
    ///
    /// It is written in the background after loading, unless the model is unloaded before. The folder is
    /// `$SWIFTLET_PACKED_CACHE` (`off` for none), else `swiftlet/packed` in `$XDG_CACHE_HOME`, `~/.cache`, or on Apple's
    /// platforms `~/Library/Caches`. It takes 20 GB, or a tenth of the disk if that is less, or
    /// `$SWIFTLET_PACKED_CACHE_LIMIT` GB; files that were used least recently are removed first. Without such a folder,
    /// and where it cannot be written, there is no cache.
    case automatic
    /// A file `<model>.swiftlet-packed` in the folder of the model's file.
    case besideModel
    /// A file in another folder.
    case folder(URL)
    /// The file of another case, all of which is verified while loading, and not each part when it is first used.
    case verified(PackedCache)
  }

  /// The time at which weights are packed for the vector units, and checked for NaN and infinities.
  public enum WeightLoading: String, Sendable, CaseIterable {
    /// When they are first used, and in the background after loading: a model is ready as soon as its file is mapped.
    ///
    /// If a weight turns out to be NaN or infinite, requests fail with ``GGUFLanguageModelError/unusable(path:reason:)``.
    case lazy
    /// All while loading, which fails if a weight is NaN or infinite.
    case eager
  }

  /// The treatment of schema keywords that cannot be enforced, such as patterns with lookahead.
  public enum SchemaPolicy: Sendable, Hashable {
    /// The request fails before generation, with an error that names the tool, the JSON path and the reason.
    case exact
    /// The keywords are dropped from the guide; the prompt contains the schema unchanged.
    ///
    /// A tool whose parameters have no guide even so is left out of the request. Both are reported as warnings.
    case relaxed
  }

  /// The treatment of system messages where the model's chat template does not allow them, such as instructions that a
  /// transcript has between its turns.
  public enum SystemMessagePolicy: Sendable, Hashable {
    /// They are merged into the instructions before them, or become the first message.
    case merged
    /// The request fails before generation with ``GGUFLanguageModelError/refusedSystemMessage(index:expected:)``.
    case refused
  }

  /// The executor with the options of this model, which keeps the weights available.
  let executor: Executor
  /// The engine of the file, which may not be loaded.
  var slot: EngineSlot { executor.slot }

  /// Creates a model from a file.
  ///
  /// - Parameters:
  ///   - url: The file, or the first one if the model is split.
  ///   - projector: The file that encodes images for the model, `mmproj-….gguf`; `nil` for the one beside the model, if
  ///     there is one that is not named after another model.
  ///   - imageTokens: The number of tokens that images are scaled to; `nil` for that of the model. With fewer tokens they
  ///     are read faster, and details may be lost.
  ///   - draft: The file of a draft model with the same vocabulary, for speculative decoding. The output distribution
  ///     does not change.
  ///   - contextSize: The context size in tokens; `nil` for the default of the engine and the file.
  ///   - threads: The number of compute threads; `nil` for the default of the engine.
  ///   - cacheFormat: The element type of the KV cache.
  ///   - cacheByteLimit: The maximum size of the KV cache in bytes; `nil` for two full contexts of each answer that may
  ///     be generated at a time, and half of the memory that is available when the model is loaded at most. What does
  ///     not fit is evicted, and prefilled again when it is needed.
  ///   - packedCache: The location of the disk cache of packed matrices.
  ///   - weightLoading: The time at which weights are packed and checked. A disk cache that is written while loading,
  ///     such as ``PackedCache/besideModel``, makes it ``WeightLoading/eager`` unless the cache is complete.
  ///   - adapter: A GGUF file with a LoRA adapter for the model. The weights are shared with models that have other
  ///     adapters, or none.
  ///   - sampling: The sampling settings for values that a request does not set.
  ///   - schemaPolicy: The treatment of schema keywords that cannot be enforced.
  ///   - systemMessages: The treatment of system messages where the chat template does not allow them.
  ///   - unloading: The policy for unloading the weights.
  /// - Throws: ``GGUFLanguageModelError`` if there is no such file, or it is not a GGUF file.
  public init(
    contentsOf url: URL, projector: URL? = nil, imageTokens: ImageTokens? = nil, draft: URL? = nil,
    contextSize: Int? = nil, threads: Int? = nil,
    cacheFormat: CacheFormat = .f16, cacheByteLimit: Int? = nil, packedCache: PackedCache = .automatic,
    weightLoading: WeightLoading = .lazy, adapter: URL? = nil, sampling: SamplingOptions = SamplingOptions(),
    schemaPolicy: SchemaPolicy = .exact, systemMessages: SystemMessagePolicy = .merged,
    unloading: Unloading = .underMemoryPressure
  ) throws(GGUFLanguageModelError) {
    let options = EngineOptions(
      threads: threads, contextSize: contextSize, keyValueType: KeyValueType(rawValue: cacheFormat.rawValue) ?? .f16,
      cacheByteLimit: cacheByteLimit, packedCache: packedCache.policy,
      weightLoading: weightLoading == .lazy ? .lazy : .eager, draftPath: draft?.path(percentEncoded: false))
    try self.init(
      path: url.path(percentEncoded: false), options: options,
      projector: projector?.path(percentEncoded: false), imageTokens: imageTokens,
      adapter: adapter.map { AdapterFile(path: $0.path(percentEncoded: false)) }, sampling: sampling,
      schemaPolicy: schemaPolicy, systemMessages: systemMessages, unloading: unloading)
  }

  /// Creates a model from a file, or a folder with one model, and the options of its engine.
  ///
  /// - Throws: ``GGUFLanguageModelError`` if there is no such file, or it is not a GGUF file.
  package init(
    path: String, options: EngineOptions = EngineOptions(), projector: String? = nil, imageTokens: ImageTokens? = nil,
    adapter: AdapterFile? = nil, sampling: SamplingOptions = SamplingOptions(), stopSequences: [String] = [],
    schemaPolicy: SchemaPolicy = .exact, systemMessages: SystemMessagePolicy = .merged,
    unloading: Unloading = .underMemoryPressure, defaults: ModelDefaults = ModelDefaults()
  ) throws(GGUFLanguageModelError) {
    var options = options
    options.draftPath = options.draftPath.map(Self.resolved)
    let adapter = adapter.map { AdapterFile(path: Self.resolved($0.path), strength: $0.strength) }
    let path = try GGUFLanguageModelError.location(of: path)
    let projector = (projector ?? ProjectorChoice.projector(besideFileAt: path)).map(Self.resolved)
    for path in [Self.resolved(path), adapter?.path, options.draftPath, projector] {
      if let path { try GGUFLanguageModelError.checkMagic(ofFileAt: path) }
    }
    executor = Executor(
      configuration: Executor.Configuration(
        engine: EngineSlot.Configuration(
          path: Self.resolved(path), options: options, projectorPath: projector, imageTokens: imageTokens,
          unloading: unloading),
        adapter: adapter, sampling: sampling, stopSequences: stopSequences, schemaPolicy: schemaPolicy,
        systemMessages: systemMessages, defaults: defaults))
  }

  /// Returns a path with symbolic links resolved, so that it identifies the file.
  ///
  /// The parts of a split model find each other by their names, so a link that has such a name is kept.
  static func resolved(_ path: String) -> String {
    let url = URL(filePath: path)
    guard GGUFFile.isPart(fileName: url.lastPathComponent) else {
      return url.resolvingSymlinksInPath().path(percentEncoded: false)
    }
    return url.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: url.lastPathComponent)
      .path(percentEncoded: false)
  }

  /// Creates a model from a file that has been checked already, with links resolved.
  init(
    uncheckedPath path: String,
    options: EngineOptions = EngineOptions(packedCache: .automatic, weightLoading: .lazy), projector: String? = nil,
    adapter: AdapterFile? = nil, stopSequences: [String] = [], defaults: ModelDefaults = ModelDefaults()
  ) {
    executor = Executor(
      configuration: Executor.Configuration(
        engine: EngineSlot.Configuration(path: path, options: options, projectorPath: projector), adapter: adapter,
        stopSequences: stopSequences, defaults: defaults))
  }
}

extension GGUFLanguageModel.PackedCache {
  /// The corresponding policy of the engine.
  var policy: PackedCachePolicy {
    switch self {
    case .off: .off
    case .automatic: .automatic
    case .besideModel: .besideModel
    case .folder(let url): .folder(url.path(percentEncoded: false))
    case .verified(let cache): .verified(cache.policy)
    }
  }
}

extension GGUFLanguageModel {
  /// The context size in tokens, or 0 if the file cannot be used.
  ///
  /// Loads the weights synchronously if they have not been loaded before.
  public var contextSize: Int {
    (try? slot.modelInfo())?.contextSize ?? 0
  }

  /// The model's name (`general.name`), or else the file's name without its extension.
  ///
  /// Loads the weights synchronously if they have not been loaded before.
  public var name: String {
    (try? slot.modelInfo())?.name
      ?? URL(filePath: slot.configuration.path).deletingPathExtension().lastPathComponent
  }

  /// The language codes declared in the file; empty if there are none or the file cannot be used.
  ///
  /// Loads the weights synchronously if they have not been loaded before.
  public var languages: [String] {
    (try? slot.modelInfo())?.languages ?? []
  }

  /// Warnings about the file's tokenizer; empty if there are none or the file cannot be used.
  ///
  /// Loads the weights synchronously if they have not been loaded before.
  package var tokenizerWarnings: [String] {
    (try? slot.modelInfo())?.warnings ?? []
  }

  /// The result of using the packed disk cache; `nil` without one, or if the weights are not in memory.
  package var packedCacheReport: PackedCacheReport? { slot.engine?.model.packedCacheReport }

  /// The capabilities of the model: guided generation and tool calling.
  ///
  /// With a projector, vision is among them; if the chat template marks reasoning, reasoning is. The reasoning level is
  /// passed to the template as `low`, `medium`, `high` or the custom level's name; `off` disables reasoning if the
  /// template supports that.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities(
      [.guidedGeneration, .toolCalling] + (slot.hasReasoning ? [.reasoning] : [])
        + (readsImages ? [.vision] : []))
  }

  /// The configuration of the executor: the file and the options.
  public var executorConfiguration: Executor.Configuration { executor.configuration }
}
