import Foundation
package import Swiftlet
import Synchronization

/// The models of a server, which are loaded when they are asked for.
///
/// One is loaded at a time, and one load serves all requests that wait for it. Models that no request uses are unloaded
/// after a time, and for others if memory is limited; running answers are never ended for that.
package final class ModelPool: Sendable {
  /// The state of a model.
  package enum Status: String, Sendable {
    case loaded, unloaded, loading, failed
  }

  struct Entry {
    var definition: ServedModel
    var model: GGUFLanguageModel?
    /// The number of requests that use the model.
    var userCount = 0
    /// The time of the last use.
    var lastUse = Duration.zero
    var loading: Task<GGUFLanguageModel, any Error>?
    /// The model as one of embeddings, which has weights of its own.
    var embedder: EmbeddingModel?
    var embedderLoading: Task<EmbeddingModel, any Error>?
    /// The error of the last load as a model of embeddings, with its time.
    var embedderFailure: (error: any Error, time: Duration)?
    /// The fraction that is loaded, while it is.
    var progress = 0.0
    /// The error of the last load, with its time.
    var failure: (error: any Error, time: Duration)?
    /// The idle time after which the model is unloaded, of the last request; `nil` for none.
    var keepAlive: Duration?
    var timer: Task<Void, any Error>?
    /// The largest number of bytes that the model's KV cache has had after a request; 0 before the first.
    var cacheByteCount = 0
    /// The scale of the adapter of requests that set none; `nil` for that of the model.
    var adapterScale: Float?

    var isLoaded: Bool { loading == nil && model?.isLoaded == true }
    /// True if weights are in memory, for answers or for embeddings.
    var isInMemory: Bool { isLoaded || embedder != nil }
  }

  let entries: Mutex<[Entry]>
  let configuration: ServerConfiguration
  /// The load that runs or ran last; the next one waits for it.
  let lastLoad = Mutex<Task<Void, Never>?>(nil)

  var clock: any ServerClock { configuration.clock }

  /// The time for which the error of a load is the answer to further requests.
  static let failureTime = Duration.seconds(5)

  /// Creates a pool; the first model is the default.
  package init(_ models: [ServedModel], configuration: ServerConfiguration) {
    entries = Mutex(models.map { Entry(definition: $0, keepAlive: configuration.keepAlive) })
    self.configuration = configuration
  }

  /// Returns the definition of a model by its name or an alias; the default one for none.
  ///
  /// - Throws: ``RequestFailure`` if there is no such model.
  package func find(_ name: String?) throws(RequestFailure) -> ServedModel {
    let models = entries.withLock { $0.map { $0.definition } }
    guard let name, !name.isEmpty else {
      if let first = models.first { return first }
      throw RequestFailure(404, .notFound, code: "model_not_found", parameter: "model", "there are no models")
    }
    if let model = models.first(where: { $0.name == name }) ?? models.first(where: { $0.aliases.contains(name) }) {
      return model
    }
    if configuration.acceptsAnyModel, let first = models.first { return first }
    let known = models.prefix(8).map { $0.name }.joined(separator: ", ") + (models.count > 8 ? ", …" : "")
    throw RequestFailure(
      404, .notFound, code: "model_not_found", parameter: "model",
      "there is no model \(String(name.prefix(80)).debugDescription), expected one of \(known)")
  }

  /// Runs a body with a model, which is loaded before and stays in memory meanwhile.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - keepAlive: The idle time after which it is unloaded; `nil` for the server's.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: ``RequestFailure`` if the model cannot be loaded, `CancellationError`, or the error of the body.
  package func use<Value: Sendable>(
    _ model: ServedModel, keepAlive: KeepAlive? = nil, _ body: @Sendable (GGUFLanguageModel) async throws -> Value
  ) async throws -> Value {
    begin(model.name, keepAlive)
    defer { release(model.name) }
    return try await body(try await loaded(model))
  }

  /// Loads a model, as one of embeddings if it is one, and keeps it in memory until its idle time is over.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - keepAlive: The idle time after which it is unloaded; `nil` for the server's.
  /// - Throws: ``RequestFailure`` if the model cannot be loaded, or `CancellationError`.
  package func load(_ model: ServedModel, keepAlive: KeepAlive? = nil) async throws {
    if model.properties?.hasPooling == true {
      try await useEmbeddings(model, keepAlive: keepAlive) { _ in }
    } else {
      try await use(model, keepAlive: keepAlive) { _ in }
    }
  }

  /// Unloads a model, at once or when the running requests have ended.
  package func unload(_ model: ServedModel) { unload(model.name) }

  private func unload(_ name: String) {
    change(name) { $0.embedder = nil }
    entries.withLock { entries in entries.first { $0.definition.name == name }?.model }?.unload()
  }

  /// Notes that a request uses a model.
  func begin(_ name: String, _ keepAlive: KeepAlive?) {
    change(name) { entry in
      entry.userCount += 1
      entry.lastUse = clock.now
      entry.timer?.cancel()
      entry.keepAlive = keepAlive?.time ?? configuration.keepAlive
      if case .forever? = keepAlive { entry.keepAlive = nil }
    }
  }

  /// Notes that a request uses a model no longer.
  func release(_ name: String) {
    change(name) { entry in
      entry.userCount -= 1
      entry.lastUse = clock.now
      entry.cacheByteCount = max(entry.cacheByteCount, entry.model?.statistics.cacheByteCount ?? 0)
      guard entry.userCount == 0, let time = entry.keepAlive else { return }
      entry.timer?.cancel()
      entry.timer = Task { [weak self, clock] in
        try await clock.sleep(for: time)
        self?.unloadIdle(name)
      }
    }
  }

  /// Unloads a model that no request uses or waits for.
  ///
  /// - Parameter name: The name of the model.
  /// - Returns: False if there are such requests.
  @discardableResult
  func unloadIdle(_ name: String) -> Bool {
    let (isIdle, model) = entries.withLock { entries -> (Bool, GGUFLanguageModel?) in
      guard let index = entries.firstIndex(where: { $0.definition.name == name }), entries[index].userCount == 0 else {
        return (false, nil)
      }
      entries[index].embedder = nil
      return (true, entries[index].model)
    }
    model?.unload()
    return isIdle
  }

  func change(_ name: String, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.definition.name == name }) else { return }
      body(&entries[index])
    }
  }
}
