import Dispatch
public import Foundation
package import SwiftletInference
package import SwiftletKernels
import SwiftletTokenizers

/// An embedding model from a GGUF file, run in this process.
///
/// ```swift
/// let model = try await EmbeddingModel(contentsOf: URL(filePath: "embeddings.gguf"))
/// let texts = try await model.embed(["The fox runs.", "A fox is running.", "Interest rates rise."])
/// print(texts[0].cosineSimilarity(to: texts[1]), texts[0].cosineSimilarity(to: texts[2]))
/// ```
///
/// Any number of tasks may call it concurrently: texts are batched, and a text's embedding is bit-identical in any
/// batch. The weights stay in memory for the lifetime of the model and its copies.
public struct EmbeddingModel: Sendable {
  /// The pooling of token embeddings into one embedding.
  public enum Pooling: String, Sendable, CaseIterable {
    /// The mean of all token embeddings.
    case mean
    /// The embedding of the first token, `[CLS]`.
    case cls
    /// The embedding of the last token.
    case last
    /// No pooling: only ``EmbeddingModel/tokenEmbeddings(of:options:)`` is available.
    case unpooled = "none"
  }

  /// The options of an embedding.
  public struct Options: Sendable, Hashable {
    /// The prefix of each text, such as `"search_query: "`, for models that were trained with prompts; see the model
    /// card.
    public var prompt: String
    /// The dimension to truncate embeddings to; `nil` for no truncation.
    ///
    /// See ``Embedding/truncated(to:)``.
    public var dimension: Int?
    /// True if embeddings are normalised to length 1.
    ///
    /// Truncated embeddings always are.
    public var normalizes: Bool
    /// True if texts that are too long are truncated; otherwise they are an error.
    public var truncatesTexts: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - prompt: The prefix of each text.
    ///   - dimension: The dimension to truncate embeddings to; `nil` for no truncation.
    ///   - normalizes: True if embeddings are normalised to length 1.
    ///   - truncatesTexts: True if texts that are too long are truncated.
    public init(
      prompt: String = "", dimension: Int? = nil, normalizes: Bool = true, truncatesTexts: Bool = false
    ) {
      (self.prompt, self.dimension) = (prompt, dimension)
      (self.normalizes, self.truncatesTexts) = (normalizes, truncatesTexts)
    }
  }

  let engine: EmbeddingEngine

  /// Loads a model.
  ///
  /// - Parameters:
  ///   - url: The file, or the first one if the model is split.
  ///   - pooling: The pooling; `nil` for that of the file. With it, text generation models can be used too, with
  ///     embeddings of lower quality.
  ///   - contextSize: The context size in tokens; `nil` for that of the model's training.
  ///   - threads: The number of compute threads; `nil` for the default of the engine.
  ///   - packedCache: The location of the disk cache of packed matrices.
  /// - Throws: ``EmbeddingModelError`` if the file cannot be used, or declares no pooling.
  public init(
    contentsOf url: URL, pooling: Pooling? = nil, contextSize: Int? = nil, threads: Int? = nil,
    packedCache: GGUFLanguageModel.PackedCache = .automatic
  ) async throws(EmbeddingModelError) {
    try await self.init(
      path: url.path(percentEncoded: false),
      options: EmbeddingEngineOptions(
        threads: threads, contextSize: contextSize, pooling: pooling?.kind, packedCache: packedCache.policy))
  }

  /// Loads a model from a file, or a folder with one model, with the options of its engine.
  ///
  /// - Throws: ``EmbeddingModelError`` if the file cannot be used, or declares no pooling.
  package init(path: String, options: EmbeddingEngineOptions) async throws(EmbeddingModelError) {
    var path = path
    do {
      path = URL(filePath: try GGUFLanguageModelError.location(of: path)).resolvingSymlinksInPath()
        .path(percentEncoded: false)
      try GGUFLanguageModelError.checkMagic(ofFileAt: path)
    } catch {
      throw .unusable(path: path, reason: error.withoutPath)
    }
    // On a Dispatch thread, as threads of the cooperative pool must not block.
    let file = path
    let loaded: Result<EmbeddingEngine, InferenceError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(InferenceError) in
            try EmbeddingEngine(contentsOf: file, options: options)
          })
      }
    }
    do {
      engine = try loaded.get()
    } catch {
      throw EmbeddingModelError(error, path: path)
    }
  }

  /// The dimension of the embeddings.
  public var dimension: Int { engine.dimension }

  /// The maximum number of tokens in a text, including special tokens.
  public var contextSize: Int { engine.contextSize }

  /// The pooling of token embeddings into one embedding.
  public var pooling: Pooling { Pooling(engine.pooling) }

  /// The model's name (`general.name`), or else the file's name without its extension.
  public var name: String {
    engine.modelName ?? URL(filePath: engine.model.path).deletingPathExtension().lastPathComponent
  }

  /// The warnings about the file's vocabulary.
  public var warnings: [String] { engine.tokenizer.warnings }

  /// The report of the packed-weights cache on disk; `nil` without a cache.
  package var packedCacheReport: PackedCacheReport? { engine.model.packedCacheReport }

  /// Returns the number of tokens in a text, including special tokens.
  public func tokenCount(for text: String) -> Int { engine.tokenizer.encode(text).count }
}

extension EmbeddingModel.Pooling {
  /// The corresponding value of the engine.
  package var kind: SwiftletInference.Pooling {
    switch self {
    case .mean: .mean
    case .cls: .cls
    case .last: .last
    case .unpooled: .unpooled
    }
  }

  init(_ kind: SwiftletInference.Pooling) {
    switch kind {
    case .mean: self = .mean
    case .cls: self = .cls
    case .last: self = .last
    // Rerankers have no embeddings of texts.
    case .unpooled, .rank: self = .unpooled
    }
  }
}
