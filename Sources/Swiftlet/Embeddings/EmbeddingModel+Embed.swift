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
    try checkPooling()
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

  /// Returns the tokens of a text, with the special tokens around them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: The embedding options.
  ///   - index: The index of the text in the input, for errors.
  /// - Returns: The tokens, for ``embed(tokens:options:)``.
  /// - Throws: ``EmbeddingModelError`` for a text that is empty or too long.
  package func tokens(
    of text: String, options: Options = Options(), at index: Int = 0
  ) throws(EmbeddingModelError) -> [TokenID] {
    do {
      return try engine.tokens(of: options.prompt + text, truncating: options.truncatesTexts)
    } catch {
      throw EmbeddingModelError(error, path: engine.model.path, text: index)
    }
  }

  /// Returns the tokens of texts.
  ///
  /// - Throws: ``EmbeddingModelError``, or `CancellationError` if the task is cancelled.
  package func tokens(of texts: [String], options: Options = Options()) throws -> [[TokenID]] {
    var tokens: [[TokenID]] = []
    tokens.reserveCapacity(texts.count)
    for (index, text) in texts.enumerated() {
      try Task.checkCancellation()
      tokens.append(try self.tokens(of: text, options: options, at: index))
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
    try checkPooling()
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

  /// The number of tokens of the vocabulary.
  package var vocabularyCount: Int { engine.tokenizer.vocabulary.count }

  private func checkPooling() throws(EmbeddingModelError) {
    if isReranker {
      throw .unusable(path: engine.model.path, reason: "found a reranking model, expected an embedding model")
    }
    if pooling == .unpooled { throw .noPooling(path: engine.model.path) }
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
