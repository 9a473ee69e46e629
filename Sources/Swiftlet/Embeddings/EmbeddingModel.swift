import Dispatch
public import Foundation
import SwiftletInference
import SwiftletTokenizers

/// A model from a GGUF file that turns texts into vectors, run in this process.
///
/// ```swift
/// let model = try await EmbeddingModel(contentsOf: URL(filePath: "embeddings.gguf"))
/// let texts = try await model.embed(["The fox runs.", "A fox is running.", "Interest rates rise."])
/// print(texts[0].cosineSimilarity(to: texts[1]), texts[0].cosineSimilarity(to: texts[2]))
/// ```
///
/// Any number of tasks may ask at once: texts are run together, each in turn, and a text's vector is the same to the last
/// bit whatever is run beside it. The weights stay in memory for as long as the model or a copy of it does.
public struct EmbeddingModel: Sendable {
  /// How the vectors of a text's tokens become one.
  public enum Pooling: String, Sendable, CaseIterable {
    /// By their mean.
    case mean
    /// By taking the first, which is that of the token `[CLS]`.
    case cls
    /// By taking the last.
    case last
    /// They do not: there is only ``EmbeddingModel/tokenEmbeddings(of:options:)``.
    case unpooled = "none"
  }

  /// What becomes of a text and of its vector.
  public struct Options: Sendable, Hashable {
    /// What is put before each text, such as `"search_query: "`, where the model was trained with prompts; its card tells
    /// them.
    public var prompt: String
    /// How many numbers of each vector to keep, `nil` for all.
    ///
    /// See ``Embedding/truncated(to:)``.
    public var dimension: Int?
    /// Whether vectors get the length 1.
    ///
    /// Vectors of which some numbers are kept always do.
    public var normalizes: Bool
    /// Whether texts that are too long lose their end; otherwise they are an error.
    public var truncatesTexts: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - prompt: What is put before each text.
    ///   - dimension: How many numbers of each vector to keep; `nil` for all.
    ///   - normalizes: Whether vectors get the length 1.
    ///   - truncatesTexts: Whether texts that are too long lose their end.
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
  ///   - pooling: How the vectors of a text's tokens become one; `nil` for what the file says. With it, models that were
  ///     made to generate text can be used too, but their vectors say less.
  ///   - contextSize: The greatest number of tokens in a text; `nil` for as many as the model was trained with.
  ///   - threads: How many threads do the work; `nil` leaves it to the engine.
  ///   - packedCache: Whether weights are kept on disk as they are in memory.
  /// - Throws: ``EmbeddingModelError`` if the file cannot be used, or does not say how to pool.
  public init(
    contentsOf url: URL, pooling: Pooling? = nil, contextSize: Int? = nil, threads: Int? = nil,
    packedCache: GGUFLanguageModel.PackedCache = .off
  ) async throws(EmbeddingModelError) {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    do {
      try GGUFLanguageModelError.checkBeginning(ofFileAt: path)
    } catch {
      throw .unusable(path: path, reason: error.withoutPath)
    }
    let options = EmbeddingEngineOptions(
      threads: threads, contextSize: contextSize, pooling: pooling?.kind, packedCache: packedCache.policy)
    // On a thread that may wait, which those of the concurrency runtime may not.
    let loaded: Result<EmbeddingEngine, InferenceError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(InferenceError) in
            try EmbeddingEngine(contentsOf: path, options: options)
          })
      }
    }
    do {
      engine = try loaded.get()
    } catch {
      throw EmbeddingModelError(error, path: path)
    }
  }

  /// How many numbers a vector has.
  public var dimension: Int { engine.dimension }

  /// The greatest number of tokens in a text, with those that the model wants before and after it.
  public var contextSize: Int { engine.contextSize }

  /// How the vectors of a text's tokens become one.
  public var pooling: Pooling { Pooling(engine.pooling) }

  /// What the model calls itself, or else the file's name without its extension.
  public var name: String {
    engine.modelName ?? URL(filePath: engine.model.path).deletingPathExtension().lastPathComponent
  }

  /// What is odd about the file's vocabulary and what is done about it, a sentence each.
  public var warnings: [String] { engine.tokenizer.warnings }

  /// The number of tokens that a text has for the model, with those before and after it.
  public func tokenCount(for text: String) -> Int { engine.tokenizer.encode(text).count }
}

extension EmbeddingModel.Pooling {
  /// What the engine calls it.
  var kind: SwiftletInference.Pooling {
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
    // Files that ask for a rank are not loaded.
    case .unpooled, .rank: self = .unpooled
    }
  }
}
