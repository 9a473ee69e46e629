package import Swiftlet
import Synchronization

// The models of embeddings, which have an engine of their own.

extension ModelPool {
  /// Runs a body with a model of embeddings, which is loaded before and stays in memory meanwhile.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - keepAlive: The idle time after which it is unloaded; `nil` for the server's.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: ``RequestFailure`` if the model cannot be loaded or has no embeddings, `CancellationError`, or the error
  ///   of the body.
  package func useEmbeddings<Value: Sendable>(
    _ model: ServedModel, keepAlive: KeepAlive? = nil, _ body: @Sendable (EmbeddingModel) async throws -> Value
  ) async throws -> Value {
    begin(model.name, keepAlive)
    defer { release(model.name) }
    return try await body(try await loadEmbedder(model))
  }

  private func loadEmbedder(_ model: ServedModel) async throws -> EmbeddingModel {
    let now = clock.now
    let (loaded, failure, task) = entries.withLock {
      entries -> (EmbeddingModel?, (any Error)?, Task<EmbeddingModel, any Error>?) in
      guard let index = entries.firstIndex(where: { $0.definition.name == model.name }) else { return (nil, nil, nil) }
      if let embedder = entries[index].embedder { return (embedder, nil, nil) }
      if let task = entries[index].embedderLoading { return (nil, nil, task) }
      if let failure = entries[index].embedderFailure, now - failure.time < Self.failureTime {
        return (nil, failure.error, nil)
      }
      let task = makeLoad { try await $0.finishEmbedderLoad(model) }
      (entries[index].embedderLoading, entries[index].embedderFailure) = (task, nil)
      return (nil, nil, task)
    }
    if let loaded { return loaded }
    if let failure { throw failure }
    guard let task else { throw RequestFailure(404, .notFound, code: "model_not_found", "the model was removed") }
    return try await task.valueUnlessCancelled
  }

  private func finishEmbedderLoad(_ model: ServedModel) async throws -> EmbeddingModel {
    do {
      guard let make = model.makeEmbedder else { throw Self.noEmbeddings(of: model) }
      let embedder = try await makingRoomWhenNeeded(for: model) {
        try await self.makeRoomInMemory(for: model)
        return try await make()
      }
      change(model.name) { ($0.embedder, $0.embedderLoading) = (embedder, nil) }
      return embedder
    } catch {
      change(model.name) { $0.embedderLoading = nil }
      switch error {
      case is RequestFailure, is CancellationError: throw error
      case EmbeddingModelError.noPooling: throw Self.noEmbeddings(of: model)
      default:
        let failure = loadFailure(error, model)
        change(model.name) { $0.embedderFailure = (failure, clock.now) }
        throw failure
      }
    }
  }

  private static func noEmbeddings(of model: ServedModel) -> RequestFailure {
    RequestFailure(
      400, .invalidRequest, code: "unsupported_value", parameter: "model",
      "the model \(model.name) has no embeddings: its file names no pooling; use an embedding model")
  }
}
