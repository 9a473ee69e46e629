package import Swiftlet
import Synchronization

extension ModelPool {
  /// A model with its state.
  package struct Description: Sendable {
    /// The model.
    package var model: ServedModel
    /// The state.
    package var status: Status
    /// The fraction that is loaded; `nil` unless the model is being loaded.
    package var progress: Double?
    /// The context in tokens; `nil` unless the model is loaded.
    package var contextSize: Int?
    /// The bytes of weights and caches in memory.
    package var byteCount: Int
    /// The pages of the cache in use, those of the prefix cache among them.
    package var usedPages: Int
    /// The pages of the cache that there is memory for.
    package var pageCount: Int
    /// The time since the last use.
    package var idleTime: Duration
    /// The idle time after which the model is unloaded; `nil` for none.
    package var keepAlive: Duration?
    /// The counts of the model's engine, which go on when it is loaded again; `nil` before the first load.
    package var statistics: GGUFLanguageModel.Statistics?
    /// The number of requests that use the model.
    package var userCount: Int
  }

  /// All models with their states, in order.
  package var descriptions: [Description] {
    entries.withLock { $0 }.map { entry in
      let failures = [entry.failure, entry.embedderFailure].compactMap { $0 }
      let isRecent = failures.contains { clock.now - $0.time < Self.failureTime }
      let status: Status =
        entry.loading != nil || entry.embedderLoading != nil
        ? .loading : entry.isInMemory ? .loaded : isRecent ? .failed : .unloaded
      let model = entry.isLoaded ? entry.model : nil
      let embedderBytes = entry.embedder == nil ? 0 : entry.definition.byteCount
      let statistics = model?.statistics
      return Description(
        model: entry.definition, status: status, progress: status == .loading ? entry.progress : nil,
        contextSize: model?.contextSize ?? entry.embedder?.contextSize,
        byteCount: embedderBytes + (statistics?.weightByteCount ?? 0) + (statistics?.cacheByteCount ?? 0),
        usedPages: statistics?.usedPages ?? 0,
        // The free ones are countless if only the system limits them.
        pageCount: Int(clamping: UInt(statistics?.usedPages ?? 0) + UInt(statistics?.freePages ?? 0)),
        idleTime: clock.now - entry.lastUse,
        keepAlive: entry.keepAlive, statistics: entry.model?.statistics, userCount: entry.userCount)
    }
  }

  /// Returns a model by its name or an alias, with its state.
  ///
  /// - Throws: ``RequestFailure`` if there is no such model.
  package func description(of name: String) throws(RequestFailure) -> Description {
    let model = try find(name)
    guard let description = descriptions.first(where: { $0.model.name == model.name }) else {
      throw RequestFailure(404, .notFound, code: "model_not_found", parameter: "model", "the model was removed")
    }
    return description
  }
}
