import SwiftletInference
package import SwiftletTokenizers

extension EmbeddingModel {
  /// Returns the embedding of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: The embedding options.
  /// - Returns: The embedding.
  /// - Throws: ``EmbeddingModelError``, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func embed(_ text: String, options: Options = Options()) async throws -> Embedding {
    try await embed([text], options: options)[0]
  }

  /// Returns the embeddings of texts, in order.
  ///
  /// - Parameters:
  ///   - texts: The texts, which are processed in batches.
  ///   - options: The embedding options.
  /// - Returns: An embedding for each text.
  /// - Throws: ``EmbeddingModelError``, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func embed(
    _ texts: [String], options: Options = Options()
  ) async throws -> [Embedding] {
    guard pooling != .unpooled else { throw EmbeddingModelError.noPooling(path: engine.model.path) }
    try check(options)
    return try await vectors(of: texts, options).map { finish($0, options) }
  }

  /// Returns the embeddings of a text's tokens, including special tokens, before pooling.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: The embedding options.
  /// - Returns: An embedding for each token.
  /// - Throws: ``EmbeddingModelError``, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func tokenEmbeddings(
    of text: String, options: Options = Options()
  ) async throws -> [Embedding] {
    try check(options)
    let vectors = try await vectors(of: [text], options, pooling: Pooling.unpooled)[0]
    return stride(from: 0, to: vectors.count, by: dimension).map { start in
      finish(Array(vectors[start..<start + dimension]), options)
    }
  }

  /// Returns the tokens of texts, with the special tokens around them.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - options: The embedding options.
  /// - Returns: The tokens of each text, for ``embed(tokens:options:)``.
  /// - Throws: ``EmbeddingModelError``, or `CancellationError` if the task is cancelled.
  package func tokens(of texts: [String], options: Options = Options()) throws -> [[TokenID]] {
    var tokens: [[TokenID]] = []
    tokens.reserveCapacity(texts.count)
    for (index, text) in texts.enumerated() {
      try Task.checkCancellation()
      do {
        tokens.append(try engine.tokens(of: options.prompt + text, truncating: options.truncatesTexts))
      } catch {
        throw EmbeddingModelError(error, path: engine.model.path, text: index)
      }
    }
    return tokens
  }

  /// Returns the embeddings of texts that are given as tokens, in order.
  ///
  /// - Parameters:
  ///   - texts: The tokens of each text, to which no special tokens are added.
  ///   - options: The embedding options, of which the prompt and the truncation of texts are not used.
  /// - Returns: An embedding for each text.
  /// - Throws: ``EmbeddingModelError``, or `CancellationError` if the task is cancelled.
  package nonisolated(nonsending) func embed(
    tokens texts: [[TokenID]], options: Options = Options()
  ) async throws -> [Embedding] {
    guard pooling != .unpooled else { throw EmbeddingModelError.noPooling(path: engine.model.path) }
    try check(options)
    for (index, text) in texts.enumerated() {
      do {
        try engine.check(text)
      } catch {
        throw EmbeddingModelError(error, path: engine.model.path, text: index)
      }
    }
    return try await vectors(ofTokens: texts).map { finish($0, options) }
  }

  private func check(_ options: Options) throws(EmbeddingModelError) {
    if let requested = options.dimension, !(1...dimension).contains(requested) {
      throw .dimensionOutOfRange(found: requested, dimension: dimension)
    }
  }

  private nonisolated(nonsending) func vectors(
    of texts: [String], _ options: Options, pooling: Pooling? = nil
  ) async throws -> [[Float]] {
    try await vectors(ofTokens: try tokens(of: texts, options: options), pooling: pooling)
  }

  private nonisolated(nonsending) func vectors(
    ofTokens texts: [[TokenID]], pooling: Pooling? = nil
  ) async throws -> [[Float]] {
    do {
      return try await engine.vectors(of: texts, pooling: pooling?.kind)
    } catch let error as InferenceError {
      throw EmbeddingModelError(error, path: engine.model.path)
    }
  }

  private func finish(_ vector: [Float], _ options: Options) -> Embedding {
    let embedding = Embedding(vector)
    if let dimension = options.dimension, dimension < vector.count { return embedding.truncated(to: dimension) }
    return options.normalizes ? embedding.normalized() : embedding
  }
}
