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
    /// The fraction that is loaded, while it is.
    var progress = 0.0
    /// The error of the last load, with its time.
    var failure: (error: any Error, time: Duration)?
    /// The idle time after which the model is unloaded, of the last request; `nil` for none.
    var keepAlive: Duration?
    var timer: Task<Void, any Error>?
    /// The scale of the adapter of requests that set none; `nil` for that of the model.
    var adapterScale: Float?

    var isLoaded: Bool { loading == nil && model?.isLoaded == true }
    /// True if weights are in memory, for answers or for embeddings.
    var isInMemory: Bool { isLoaded || embedder != nil }
  }

  let entries: Mutex<[Entry]>
  private let configuration: ServerConfiguration
  /// The load that runs or ran last; the next one waits for it.
  private let lastLoad = Mutex<Task<Void, Never>?>(nil)

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
    return try await body(try await load(model))
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
      guard entry.userCount == 0, let time = entry.keepAlive else { return }
      entry.timer?.cancel()
      entry.timer = Task { [weak self, clock] in
        try await clock.sleep(for: time)
        self?.unloadIdle(name)
      }
    }
  }

  private func unloadIdle(_ name: String) {
    let isIdle = entries.withLock { entries in
      entries.first { $0.definition.name == name }.map { $0.userCount == 0 } ?? false
    }
    if isIdle { unload(name) }
  }

  func change(_ name: String, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.definition.name == name }) else { return }
      body(&entries[index])
    }
  }
}

// MARK: - Loading

extension ModelPool {
  private func load(_ model: ServedModel) async throws -> GGUFLanguageModel {
    let now = clock.now
    let (loaded, failure, task) = entries.withLock {
      entries -> (GGUFLanguageModel?, (any Error)?, Task<GGUFLanguageModel, any Error>?) in
      guard let index = entries.firstIndex(where: { $0.definition.name == model.name }) else { return (nil, nil, nil) }
      if entries[index].isLoaded { return (entries[index].model, nil, nil) }
      if let task = entries[index].loading { return (nil, nil, task) }
      if let failure = entries[index].failure, now - failure.time < Self.failureTime {
        return (nil, failure.error, nil)
      }
      let task = makeLoad { try await $0.finishLoad(model) }
      (entries[index].loading, entries[index].progress, entries[index].failure) = (task, 0, nil)
      return (nil, nil, task)
    }
    if let loaded { return loaded }
    if let failure { throw failure }
    guard let task else { throw RequestFailure(404, .notFound, code: "model_not_found", "the model was removed") }
    // A client that leaves must not end the load for others, nor wait for it.
    return try await task.valueUnlessCancelled
  }

  /// The task of a load, after that of another model.
  func makeLoad<Loaded: Sendable>(
    _ body: @escaping @Sendable (ModelPool) async throws -> Loaded
  ) -> Task<Loaded, any Error> {
    lastLoad.withLock { last in
      let previous = last
      let task = Task { [weak self] in
        await previous?.value
        guard let self else { throw CancellationError() }
        return try await body(self)
      }
      last = Task { _ = await task.result }
      return task
    }
  }

  private func finishLoad(_ model: ServedModel) async throws -> GGUFLanguageModel {
    do {
      let known = entries.withLock { entries in entries.first { $0.definition.name == model.name }?.model }
      let language = try known ?? model.make()
      change(model.name) { $0.model = language }
      if !language.isLoaded {
        try await makeRoomInMemory(for: model)
        try await language.load { [weak self] part in self?.change(model.name) { $0.progress = part } }
      }
      change(model.name) { $0.loading = nil }
      return language
    } catch {
      let failure = loadFailure(error, model)
      change(model.name) { ($0.loading, $0.failure) = (nil, (failure, clock.now)) }
      throw failure
    }
  }

  /// Returns the failure of a load for clients, after logging its reason.
  func loadFailure(_ error: any Error, _ model: ServedModel) -> RequestFailure {
    configuration.log("swiftlet: the model \(model.name) cannot be loaded: \(ErrorText(error))")
    return RequestFailure(500, .server, "the model \(model.name) cannot be loaded; the server's log says why")
  }

  /// Unloads idle models, least recently used first, until a model fits into the limit.
  ///
  /// If models that are in use take the memory, it waits for them; a model that does not fit alone is loaded anyway.
  func makeRoomInMemory(for model: ServedModel) async throws {
    guard let limit = configuration.memoryLimit else { return }
    let needed = model.byteCount
    while true {
      let others = entries.withLock { entries in entries.filter { $0.definition.name != model.name && $0.isInMemory } }
      let used = others.reduce(0) { sum, entry in
        let statistics = entry.isLoaded ? entry.model?.statistics : nil
        return sum + (entry.embedder == nil ? 0 : entry.definition.byteCount)
          + (statistics?.weightByteCount ?? 0) + (statistics?.cacheByteCount ?? 0)
      }
      guard used + needed > limit, !others.isEmpty else { return }
      if let idle = others.filter({ $0.userCount == 0 }).min(by: { $0.lastUse < $1.lastUse }) {
        unload(idle.definition.name)
      } else {
        try await clock.sleep(for: .milliseconds(50))
      }
    }
  }
}

extension Task {
  /// The value of the task; `CancellationError` at once if the task that waits for it is cancelled.
  var valueUnlessCancelled: Success {
    get async throws {
      let gate = AnswerQueue(limit: 1)
      let waiting = Task<Void, Never> {
        _ = await result
        gate.finish(.success(()))
      }
      _ = waiting
      _ = try await gate.next()
      return try await value
    }
  }
}
