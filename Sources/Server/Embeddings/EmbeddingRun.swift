package import Swiftlet

/// Embeddings with the number of tokens that they took.
package struct EmbeddedTexts: Sendable {
  /// The embeddings in order.
  package var embeddings: [Embedding]
  /// The tokens of all texts.
  package var tokenCount: Int

  /// Creates embeddings.
  package init(embeddings: [Embedding], tokenCount: Int) {
    (self.embeddings, self.tokenCount) = (embeddings, tokenCount)
  }
}

extension RoutedRequest {
  /// Computes embeddings, in the turn of the request.
  ///
  /// - Parameters:
  ///   - input: The texts.
  ///   - model: The model.
  ///   - options: The options of the embeddings.
  ///   - keepAlive: The idle time after which the model is unloaded; `nil` for the server's.
  /// - Returns: The embeddings.
  /// - Throws: ``RequestFailure`` that names the member, or `CancellationError`.
  func embed(
    _ input: EmbeddingInput, with model: ServedModel, options: EmbeddingModel.Options = EmbeddingModel.Options(),
    keepAlive: KeepAlive? = nil
  ) async throws -> EmbeddedTexts {
    let result = try await use(model, on: input, keepAlive: keepAlive) { embedder in
      guard !embedder.isReranker else {
        throw RequestFailure(
          400, .invalidRequest, code: "unsupported_value", parameter: "model",
          "the model \(model.name) is a reranker and has no embeddings; use an embedding model")
      }
      let tokens = try input.tokens(embedder, options)
      let embeddings = try await embedder.embed(tokens: tokens, options: options)
      return EmbeddedTexts(embeddings: embeddings, tokenCount: tokens.reduce(0) { $0 + $1.count })
    }
    context.note { ($0.promptTokens, $0.readTokens) = (result.tokenCount, result.tokenCount) }
    return result
  }

  /// Runs a body with a model of embeddings or a reranker, in the turn of the request.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - input: The texts, which errors name.
  ///   - keepAlive: The idle time after which the model is unloaded; `nil` for the server's.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: ``RequestFailure`` that names the member, or `CancellationError`.
  func use<Value: Sendable>(
    _ model: ServedModel, on input: EmbeddingInput, keepAlive: KeepAlive?,
    _ body: @escaping @Sendable (EmbeddingModel) async throws -> Value
  ) async throws -> Value {
    context.note { $0.model = model.name }
    do {
      // The model first, as for answers.
      return try await services.models.useEmbeddings(model, keepAlive: keepAlive) { embedder in
        try await self.services.inTurn {
          let start = self.services.clock.now
          defer { self.context.note { $0.promptSeconds += (self.services.clock.now - start).inSeconds } }
          return try await body(embedder)
        }
      }
    } catch let error as EmbeddingModelError {
      throw RequestFailure(error, of: input)
    }
  }
}

extension EmbeddingInput {
  /// Returns the tokens of all texts.
  fileprivate func tokens(
    _ model: EmbeddingModel, _ options: EmbeddingModel.Options
  ) throws -> [[Int]] {
    var tokens: [[Int]] = []
    for (index, text) in texts.enumerated() {
      switch text {
      case .text(let text): tokens.append(try model.tokens(of: text, options: options, at: index))
      case .tokens(var ids):
        if let id = ids.first(where: { !(0..<model.vocabularyCount).contains($0) }) {
          throw FieldError(path(of: index), "found the token \(id), expected 0 to \(model.vocabularyCount - 1)")
        }
        if options.truncatesTexts { ids = Array(ids.prefix(model.contextSize)) }
        guard ids.count <= model.contextSize else {
          throw EmbeddingModelError.textTooLong(
            index: index, tokenCount: ids.count, contextSize: model.contextSize)
        }
        tokens.append(ids)
      }
    }
    return tokens
  }
}

extension RequestFailure {
  /// Creates the failure of embeddings.
  fileprivate init(_ error: EmbeddingModelError, of input: EmbeddingInput) {
    self.init(400, .invalidRequest, "\(error)")
    switch error {
    case .textTooLong(let index, let tokenCount, let contextSize):
      (code, parameter) = ("context_length_exceeded", input.path(of: index))
      numbers = [("n_prompt_tokens", tokenCount), ("n_ctx", contextSize)]
    case .emptyText(let index), .tokenOutOfRange(let index, _, _): parameter = input.path(of: index)
    case .dimensionOutOfRange: parameter = "dimensions"
    case .tooManyRequests: (status, kind, retryAfter) = (429, .rateLimit, 1)
    case .noPooling:
      (code, parameter) = ("unsupported_value", "model")
      message = "the model has no pooling; use an embedding model"
    case .unusable, .insufficientMemory: (status, kind, isInternal) = (500, .server, true)
    }
  }
}
