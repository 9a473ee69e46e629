public import Foundation
public import SwiftletInference
package import SwiftletKernels
import SwiftletTokenizers

/// A model from a GGUF file, run in this process.
///
/// ```swift
/// let model = try GGUFLanguageModel(contentsOf: URL(filePath: "model.gguf"))
/// let session = LanguageModelSession(model: model)
/// ```
///
/// Making one only looks at the beginning of the file. The weights are loaded by the first request, by
/// ``LanguageModelSession/prewarm(promptPrefix:)``, or by ``load(reportingTo:)``; they stay in memory while there is any
/// model or session that may use them, unless ``Unloading`` or ``unload()`` says otherwise. Models of the same file share
/// them, and those with the same options also what has been read.
///
/// What ``GenerationOptions`` leaves open is decided by ``SamplingOptions``, or else as the file recommends, or else thus:
/// temperature 0.7 among the 40 most probable tokens, and among these the fewest that together have a probability of
/// 0.95, with a new seed each time. A mode that is given replaces all bounds by its own. A temperature of 0 is the greedy mode. Responses end where the model ends them, or where the
/// context is full.
public struct GGUFLanguageModel: LanguageModel {
  /// How the cache of what the model has read is stored: more bits are exacter, fewer leave more room.
  public enum CacheFormat: String, Sendable, CaseIterable {
    /// 32-bit floating point.
    case f32
    /// 16-bit floating point.
    case f16
    /// 8-bit integers with a scale for every 32 of them.
    case q8_0
  }

  /// Whether weights are kept on disk as they are in memory, so that the next load takes no time.
  ///
  /// The file is about as large as the model's. It is replaced when the model's file changes, and where it cannot be
  /// written, loading goes on without it.
  public enum PackedCache: Sendable, Hashable {
    /// They are not.
    case off
    /// In `<model>.swiftlet-packed` beside the model's file.
    case besideModel
    /// In a folder.
    case folder(URL)
  }

  /// The treatment of keywords in schemas that cannot be guaranteed, such as patterns that look ahead.
  public enum SchemaPolicy: Sendable, Hashable {
    /// The request fails before anything is generated, with an error that names the tool, the place and the reason.
    case exact
    /// Answers and calls are held to all other keywords; the model sees the schema as it is written.
    case relaxed
  }

  let slot: EngineSlot
  private let adapterPath: String?
  private let sampling: SamplingOptions
  private let schemaPolicy: SchemaPolicy

  /// Creates a model from a file.
  ///
  /// - Parameters:
  ///   - url: The file, or the first one if the model is split.
  ///   - draft: The file of a smaller model with the same vocabulary. It proposes tokens, which this one checks several at
  ///     a time: if it is mostly right, answers come faster. They are the same as without it.
  ///   - contextSize: The greatest number of tokens in a conversation; `nil` leaves it to the engine and the file.
  ///   - threads: How many threads do the work; `nil` leaves it to the engine.
  ///   - cacheFormat: How the cache of what the model has read is stored.
  ///   - cacheByteLimit: What that cache is kept below, in bytes; `nil` for half of the memory that is available when the
  ///     model is loaded. What does not fit is forgotten, and read again when it is needed.
  ///   - packedCache: Whether weights are kept on disk as they are in memory.
  ///   - adapter: A file with a low-rank adapter (LoRA) for the model, in GGUF form. The weights are shared with models
  ///     that have other adapters, or none.
  ///   - sampling: How tokens are chosen where a request leaves it open.
  ///   - schemaPolicy: What becomes of keywords in schemas that cannot be guaranteed.
  ///   - unloading: When the weights leave memory while they could still be used.
  /// - Throws: ``GGUFLanguageModelError`` if there is no such file, or it is not a GGUF file.
  public init(
    contentsOf url: URL, draft: URL? = nil, contextSize: Int? = nil, threads: Int? = nil,
    cacheFormat: CacheFormat = .f16, cacheByteLimit: Int? = nil, packedCache: PackedCache = .off, adapter: URL? = nil,
    sampling: SamplingOptions = SamplingOptions(), schemaPolicy: SchemaPolicy = .exact,
    unloading: Unloading = .underMemoryPressure
  ) throws(GGUFLanguageModelError) {
    let options = EngineOptions(
      threads: threads, contextSize: contextSize, keyValueType: KeyValueType(rawValue: cacheFormat.rawValue) ?? .f16,
      cacheByteLimit: cacheByteLimit, packedCache: packedCache.policy, draftPath: draft?.path(percentEncoded: false))
    try self.init(
      path: url.path(percentEncoded: false), options: options, adapterPath: adapter?.path(percentEncoded: false),
      sampling: sampling, schemaPolicy: schemaPolicy, unloading: unloading)
  }

  /// Creates a model from a file and the options of its engine.
  ///
  /// - Throws: ``GGUFLanguageModelError`` if there is no such file, or it is not a GGUF file.
  package init(
    path: String, options: EngineOptions = EngineOptions(), adapterPath: String? = nil,
    sampling: SamplingOptions = SamplingOptions(), schemaPolicy: SchemaPolicy = .exact,
    unloading: Unloading = .underMemoryPressure
  ) throws(GGUFLanguageModelError) {
    func resolved(_ path: String) -> String {
      URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    }
    var options = options
    options.draftPath = options.draftPath.map(resolved)
    (self.adapterPath, self.sampling, self.schemaPolicy) = (adapterPath.map(resolved), sampling, schemaPolicy)
    for path in [resolved(path), self.adapterPath, options.draftPath] {
      if let path { try GGUFLanguageModelError.checkBeginning(ofFileAt: path) }
    }
    slot = .shared(EngineSlot.Configuration(path: resolved(path), options: options, unloading: unloading))
  }

  /// Creates a model from a file that has been looked at.
  init(uncheckedPath path: String, options: EngineOptions = EngineOptions()) {
    (adapterPath, sampling, schemaPolicy) = (nil, SamplingOptions(), .exact)
    slot = .shared(EngineSlot.Configuration(path: path, options: options))
  }
}

extension GGUFLanguageModel.PackedCache {
  /// What the engine calls it.
  var policy: PackedCachePolicy {
    switch self {
    case .off: .off
    case .besideModel: .besideModel
    case .folder(let url): .folder(url.path(percentEncoded: false))
    }
  }
}

extension GGUFLanguageModel {
  /// What answers transcripts.
  var generator: TextGenerator {
    TextGenerator(
      slot: slot, adapterPath: adapterPath, sampling: sampling, reasoningBudget: ReasoningBudget(sampling),
      schemaPolicy: schemaPolicy)
  }

  /// The greatest number of tokens in a conversation, or 0 if the file cannot be used.
  ///
  /// Loads the weights if they never were in memory, while the caller waits.
  public var contextSize: Int {
    (try? slot.facts())?.contextSize ?? 0
  }

  /// What the model calls itself, or else the file's name without its extension.
  ///
  /// Loads the weights if they never were in memory, while the caller waits.
  public var name: String {
    (try? slot.facts())?.name
      ?? URL(filePath: slot.configuration.path).deletingPathExtension().lastPathComponent
  }

  /// The codes of the languages that the file says the model knows; empty if it does not say or cannot be used.
  ///
  /// Loads the weights if they never were in memory, while the caller waits.
  public var languages: [String] {
    (try? slot.facts())?.languages ?? []
  }

  /// What is odd about the file's tokenizer but can be worked around; empty if nothing is, or the file cannot be used.
  ///
  /// Loads the weights if they never were in memory, while the caller waits.
  package var tokenizerWarnings: [String] {
    (try? slot.facts())?.warnings ?? []
  }

  /// The fate of the packed cache on disk; `nil` if none are, or the weights are not in memory.
  package var packedCacheReport: PackedCacheReport? { slot.engine?.model.packedCacheReport }

  /// What the model can do besides answering text with text: answer within the bounds of a schema, and call tools.
  ///
  /// Where the chat template in the file marks thoughts, also to think before it answers. A reasoning level reaches the
  /// template as `low`, `medium`, `high` or the level's own name; `off` switches thinking off where the template can.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling] + (slot.hasReasoning ? [.reasoning] : []))
  }

  /// The file and the options.
  public var executorConfiguration: Executor.Configuration {
    Executor.Configuration(
      engine: slot.configuration, adapterPath: adapterPath, sampling: sampling, schemaPolicy: schemaPolicy)
  }

  /// The worker behind models of a file.
  public struct Executor: LanguageModelExecutor {
    /// The model that the executor works for.
    public typealias Model = GGUFLanguageModel

    /// A file with its options.
    public struct Configuration: Hashable, Sendable {
      let engine: EngineSlot.Configuration
      let adapterPath: String?
      let sampling: SamplingOptions
      let schemaPolicy: SchemaPolicy
    }

    private let generator: TextGenerator

    /// Creates the executor for a file with its options.
    ///
    /// - Parameter configuration: The file and the options.
    public init(configuration: Configuration) {
      generator = TextGenerator(
        slot: .shared(configuration.engine), adapterPath: configuration.adapterPath,
        sampling: configuration.sampling, reasoningBudget: ReasoningBudget(configuration.sampling),
        schemaPolicy: configuration.schemaPolicy)
    }

    /// Loads the model and lets it read a transcript, in the background.
    ///
    /// - Parameters:
    ///   - model: The model of the session that asks.
    ///   - transcript: What the next request's transcript will begin with.
    public func prewarm(model: GGUFLanguageModel, transcript: Transcript) {
      generator.prewarm(transcript: transcript)
    }

    /// Answers the last entry of a transcript.
    ///
    /// - Parameters:
    ///   - request: What to answer, and how.
    ///   - model: The model of the session that asks.
    ///   - channel: Where the answer goes, event by event.
    /// - Throws: ``LanguageModelError``, ``GGUFLanguageModelError``, or `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: GGUFLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await generator.respond(to: request) { await channel.send($0) }
    }
  }
}
