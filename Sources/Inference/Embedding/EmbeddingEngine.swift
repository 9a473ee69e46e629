import SwiftletGGUF
public import SwiftletKernels
public import SwiftletTokenizers

/// How an ``EmbeddingEngine`` runs a model.
public struct EmbeddingEngineOptions: Sendable {
  /// The number of threads; nil for one on each physical core.
  public var threads: Int?
  /// The longest text in tokens; nil for the length that the model was trained for.
  public var contextSize: Int?
  /// How tokens' vectors become one; nil for what the file says.
  public var pooling: Pooling?
  /// Whether packed weights are kept on disk for the next load.
  public var packedCache: PackedCachePolicy
  /// How many requests may wait; those beyond are refused with ``InferenceError/tooManyRequests(limit:)``.
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

/// A loaded model that turns texts into vectors, with the threads that run it: serves any number of requests at once.
///
/// Texts of all requests are run together, each as a whole. The engine has a thread of its own and stops when the last
/// reference goes.
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
  /// The most tokens of a text.
  public let contextSize: Int
  /// How tokens' vectors become one, unless a request says otherwise.
  public let pooling: Pooling
  /// `general.name` of the file.
  public let modelName: String?
  private let inbox: Inbox<EmbeddingRequest, EmbeddingWorker>

  /// Loads a model; this takes as long as the packing of its weights.
  ///
  /// - Parameters:
  ///   - path: A GGUF file, or the first of its shards.
  ///   - options: How to run it.
  ///   - progress: Called with the part of the weights that is loaded, from 0 to 1.
  /// - Throws: ``InferenceError`` naming what is wrong with the file, or that it does not say how to pool.
  public init(
    contentsOf path: String, options: EmbeddingEngineOptions = EmbeddingEngineOptions(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(InferenceError) {
    let file = try wrapping { () throws(GGUFError) in try GGUFFile(path: path) }
    let configuration = try DecoderConfiguration(file)
    guard let pooling = options.pooling ?? configuration.pooling else {
      throw .noPooling(file: file.path, architecture: configuration.architecture)
    }
    guard pooling != .rank else {
      throw .unsupportedFeature(
        file: file.path, found: "a model that ranks answers", expected: "one that turns texts into vectors")
    }
    self.pooling = pooling
    let pool = WorkerPool(threads: options.threads ?? Processors.physicalCount)
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
    let inbox = Inbox<EmbeddingRequest, EmbeddingWorker>(capacity: max(1, options.maximumWaiting))
    self.inbox = inbox
    let encoder = try TextEncoder(model, pool: pool)
    let isStarted = startThread {
      var worker = EmbeddingWorker(encoder, inbox)
      worker.serve()
    }
    guard isStarted else { throw .kernel(.noThread) }
  }

  deinit { inbox.close() }

  /// The length of a vector.
  public var dimension: Int { model.configuration.vectorWidth }

  /// The tokens of a text with those that the model wants before and after it.
  ///
  /// - Parameters:
  ///   - text: The text, in which nothing counts as a control token.
  ///   - truncates: Whether a text that is too long loses its end; what follows texts stays.
  /// - Returns: The tokens, at least one and at most ``contextSize``.
  /// - Throws: ``InferenceError/promptTooLong(tokens:contextSize:)`` or ``InferenceError/emptyPrompt``.
  public func tokens(of text: String, truncating truncates: Bool = false) throws(InferenceError) -> [TokenID] {
    let tokens = tokenizer.encode(text)
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

  /// The vectors of texts, run with those of other requests.
  ///
  /// - Parameters:
  ///   - texts: The tokens of each; see ``tokens(of:truncating:)``.
  ///   - pooling: How tokens' vectors become one; nil for ``pooling``.
  /// - Returns: A vector of each text; with ``Pooling/unpooled`` those of its tokens side by side.
  /// - Throws: ``InferenceError``, or `CancellationError`.
  public func vectors(of texts: [[TokenID]], pooling: Pooling? = nil) async throws -> [[Float]] {
    for text in texts { try check(text) }
    if texts.isEmpty { return [] }
    let cancellation = EmbeddingRequest.Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        inbox.add(EmbeddingRequest(texts, pooling ?? self.pooling, cancellation, continuation))
      }
    } onCancel: {
      cancellation.cancel()
      inbox.wake()
    }
  }

  private func check(_ text: [TokenID]) throws(InferenceError) {
    let vocabularyCount = model.configuration.vocabularyCount
    if text.isEmpty { throw .emptyPrompt }
    if text.count > contextSize { throw .promptTooLong(tokens: text.count, contextSize: contextSize) }
    if let token = text.first(where: { !(0..<vocabularyCount).contains($0) }) {
      throw .tokenOutOfRange(token: token, vocabularyCount: vocabularyCount)
    }
  }
}
