import SwiftletGGUF
public import SwiftletKernels
public import SwiftletTokenizers

/// The options of an ``EmbeddingEngine``.
public struct EmbeddingEngineOptions: Sendable {
  /// The number of threads; nil for one on each fast physical core, within the limit of processor time.
  public var threads: Int?
  /// The maximum length of a text in tokens; nil for the length that the model was trained for.
  public var contextSize: Int?
  /// The pooling; nil for that of the file.
  public var pooling: Pooling?
  /// The policy of the cache of packed weights on disk.
  public var packedCache: PackedCachePolicy
  /// The element type of keys and values; of a text, those of one layer at a time are in memory.
  public var keyValueType = KeyValueType.f32
  /// The settings of the rotary embedding that replace those of the file.
  public var rotary = RotaryOverrides()
  /// The path of a LoRA adapter, and the factor of its scale; nil for none.
  public var adapter: (path: String, strength: Float)?
  /// The maximum number of requests; further ones fail with ``InferenceError/tooManyRequests(limit:)``.
  public var maximumWaiting: Int

  /// Creates options.
  public init(
    threads: Int? = nil, contextSize: Int? = nil, pooling: Pooling? = nil, packedCache: PackedCachePolicy = .off,
    maximumWaiting: Int = 1024
  ) {
    (self.threads, self.contextSize, self.pooling) = (threads, contextSize, pooling)
    (self.packedCache, self.maximumWaiting) = (packedCache, maximumWaiting)
  }
}

/// A loaded embedding model with the threads that run it, for any number of concurrent requests.
///
/// Texts of all requests are batched, each as a whole. A reranker has scores of pairs instead, see
/// ``scores(of:)``. The engine has a thread of its own, which ends with the last
/// reference to the engine.
///
/// ```swift
/// let engine = try EmbeddingEngine(contentsOf: "model.gguf")
/// let vectors = try await engine.vectors(of: [try engine.tokens(of: "a sentence")])
/// ```
public final class EmbeddingEngine: Sendable {
  /// The model.
  public let model: DecoderModel
  /// The model's tokenizer.
  public let tokenizer: Tokenizer
  /// The maximum number of tokens of a text.
  public let contextSize: Int
  /// The default pooling of requests.
  public let pooling: Pooling
  /// `general.name` of the file.
  public let modelName: String?
  /// The prompt of a generative reranker; nil for other models.
  let rankingTemplate: RankingTemplate?
  private let queue: RequestQueue<EmbeddingRequest, EmbeddingWorker>

  /// Loads a model and packs its weights.
  ///
  /// - Parameters:
  ///   - path: A GGUF file, or the first of its shards.
  ///   - options: The options of the engine.
  ///   - progress: Called with the fraction of the weights that is loaded, from 0 to 1.
  /// - Throws: ``InferenceError`` naming what is wrong with the file, or that it specifies no pooling.
  public init(
    contentsOf path: String, options: EmbeddingEngineOptions = EmbeddingEngineOptions(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(InferenceError) {
    let opened = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    let file = try options.rotary.applied(to: opened, contextSize: options.contextSize)
    let configuration = try DecoderConfiguration(file)
    guard let pooling = options.pooling ?? configuration.pooling else {
      throw .noPooling(file: file.path, architecture: configuration.architecture)
    }
    guard pooling != .rank || configuration.ranking != nil else {
      throw .unsupportedFeature(
        file: file.path, found: "an embedding model", expected: "a reranking model, as the option says")
    }
    self.pooling = pooling
    rankingTemplate = try Self.rankingTemplate(file, configuration, pooling)
    let pool = WorkerPool(threads: options.threads ?? Processors.threadCount)
    tokenizer = try wrapping { () throws(TokenizerError) in try Tokenizer(metadata: file.metadata) }
    model = try DecoderModel(
      file, for: .embedding, pool: pool, packedCache: options.packedCache, progress: progress)
    guard tokenizer.vocabulary.count <= configuration.vocabularyCount else {
      throw .unsupportedFeature(
        file: file.path, found: "\(tokenizer.vocabulary.count) tokens",
        expected: "at most the \(configuration.vocabularyCount) rows of the embedding table")
    }
    contextSize = max(1, min(options.contextSize ?? .max, configuration.trainingContext))
    modelName = try wrapping { () throws(GGUFError) in try file.metadata.string("general.name") }
    let queue = RequestQueue<EmbeddingRequest, EmbeddingWorker>(capacity: max(1, options.maximumWaiting))
    self.queue = queue
    let encoder = try TextEncoder(model, pool: pool, keyValueType: options.keyValueType, adapter: options.adapter)
    let isStarted = startThread {
      var worker = EmbeddingWorker(encoder, queue)
      worker.serve()
    }
    guard isStarted else { throw .kernel(.noThread) }
  }

  /// Reads the prompt of a generative reranker.
  private static func rankingTemplate(
    _ file: GGUFFile, _ configuration: DecoderConfiguration, _ pooling: Pooling
  ) throws(InferenceError) -> RankingTemplate? {
    guard pooling == .rank, configuration.isCausal else { return nil }
    let key = "tokenizer.chat_template.rerank"
    let source = try wrapping { () throws(GGUFError) in try file.metadata.string(key) }
    guard let source, source.contains("{query}"), source.contains("{document}") else {
      throw .unsupportedFeature(
        file: file.path, found: "a generative reranking model without \(key)",
        expected: "a prompt with {query} and {document}")
    }
    return RankingTemplate(source: source)
  }

  deinit { queue.close() }

  /// The dimension of an embedding.
  public var dimension: Int { model.configuration.vectorWidth }

  /// Tokenizes a text and adds the model's special tokens before and after it.
  ///
  /// - Parameters:
  ///   - text: The text, in which control tokens are not parsed.
  ///   - truncates: True if the end of a text that is too long is removed, before the special tokens after it.
  /// - Returns: The tokens, at least one and at most ``contextSize``.
  /// - Throws: ``InferenceError/promptTooLong(tokens:contextSize:)`` or ``InferenceError/emptyPrompt``.
  public func tokens(of text: String, truncating truncates: Bool = false) throws(InferenceError) -> [TokenID] {
    let limit = truncates ? Int.max : InferenceError.countedTokens(contextSize: contextSize)
    let tokens = tokenizer.encode(text, stoppingAfter: limit)
    guard !tokens.isEmpty else { throw .emptyPrompt }
    guard tokens.count > contextSize else { return tokens }
    guard truncates else { throw .promptTooLong(tokens: tokens.count, contextSize: contextSize) }
    let content = tokenizer.encode(text, addingBOSAndEOS: false)
    let added = tokens.count - content.count
    // One before, and the others after.
    let before = added > 0 && tokens.first != content.first ? 1 : 0
    guard added >= before, contextSize > added else {
      throw .promptTooLong(tokens: tokens.count, contextSize: contextSize)
    }
    return tokens.prefix(before) + content.prefix(contextSize - added) + tokens.suffix(added - before)
  }

  /// Computes the embeddings of texts, batched with those of other requests.
  ///
  /// - Parameters:
  ///   - texts: The tokens of each text; see ``tokens(of:truncating:)``.
  ///   - pooling: The pooling; nil for ``pooling``.
  /// - Returns: The embedding of each text; with ``Pooling/unpooled`` those of its tokens, concatenated.
  /// - Throws: ``InferenceError``, or `CancellationError`.
  public func vectors(of texts: [[TokenID]], pooling: Pooling? = nil) async throws -> [[Float]] {
    let pooling = pooling ?? self.pooling
    guard pooling != .rank else {
      throw InferenceError.unsupportedFeature(
        file: model.path, found: "a reranking model", expected: "an embedding model")
    }
    for text in texts { try check(text) }
    return try await vectors(of: texts.map { TextEncoder.Text(tokens: $0, pooling: pooling) }, "the embedding")
  }

  /// Runs texts that have been checked, batched with those of other requests; `result` names the results in errors.
  func vectors(of texts: [TextEncoder.Text], _ result: String) async throws -> [[Float]] {
    if texts.isEmpty { return [] }
    let cancellation = EmbeddingRequest.Cancellation()
    let vectors = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.add(EmbeddingRequest(texts, cancellation, continuation))
      }
    } onCancel: {
      cancellation.cancel()
      queue.wake()
    }
    if let index = vectors.firstIndex(where: { !$0.allSatisfy(\.isFinite) }) {
      throw InferenceError.notFinite(file: model.path, output: "\(result) of text \(index)")
    }
    return vectors
  }

  /// Throws if a text cannot be embedded: one that has no tokens, too many, or tokens outside the vocabulary.
  package func check(_ text: [TokenID]) throws(InferenceError) {
    let vocabularyCount = model.configuration.vocabularyCount
    if text.isEmpty { throw .emptyPrompt }
    if text.count > contextSize { throw .promptTooLong(tokens: text.count, contextSize: contextSize) }
    if let token = text.first(where: { !(0..<vocabularyCount).contains($0) }) {
      throw .tokenOutOfRange(token: token, vocabularyCount: vocabularyCount)
    }
  }
}
