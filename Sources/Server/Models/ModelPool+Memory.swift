import Swiftlet
import Synchronization

// The memory of models.

extension ModelPool {
  /// Unloads idle models, least recently used first, until a model fits into the limit.
  ///
  /// The KV cache counts too: that of a model in memory with what it takes, that of a model to load with what it has
  /// taken before. If models that are in use take the memory, it waits for them; a model that does not fit alone is
  /// loaded anyway.
  func makeRoomInMemory(for model: ServedModel) async throws {
    guard let limit = configuration.memoryLimit else { return }
    let needed = entries.withLock { entries in
      model.byteCount + (entries.first { $0.definition.name == model.name }?.cacheByteCount ?? 0)
    }
    while true {
      let others = entries.withLock { entries in entries.filter { $0.definition.name != model.name && $0.isInMemory } }
      let used = others.reduce(0) { sum, entry in
        let statistics = entry.isLoaded ? entry.model?.statistics : nil
        return sum + (entry.embedder == nil ? 0 : entry.definition.byteCount)
          + (statistics?.weightByteCount ?? 0) + (statistics?.cacheByteCount ?? 0)
      }
      guard used + needed > limit, !others.isEmpty else { return }
      if !unloadLeastRecentlyUsed(except: model) { try await clock.sleep(for: .milliseconds(50)) }
    }
  }

  /// Runs a load; as long as it lacks memory, it is repeated after another model has been unloaded.
  ///
  /// - Parameters:
  ///   - model: The model to load.
  ///   - load: The load.
  /// - Returns: The result of the load.
  /// - Throws: The error of the load, for lack of memory only when there is no idle model left.
  func makingRoomWhenNeeded<Loaded: Sendable>(
    for model: ServedModel, _ load: @Sendable () async throws -> Loaded
  ) async throws -> Loaded {
    while true {
      do {
        return try await load()
      } catch {
        guard Self.isLackOfMemory(error), unloadLeastRecentlyUsed(except: model) else { throw error }
      }
      // The thread of an engine frees its memory when it ends, a moment after the engine was unloaded.
      try await clock.sleep(for: .milliseconds(100))
    }
  }

  /// Unloads the model that was not used for longest, of those that no request uses.
  ///
  /// - Parameter model: The model to keep.
  /// - Returns: False if there is none to unload.
  private func unloadLeastRecentlyUsed(except model: ServedModel) -> Bool {
    let idle = entries.withLock { entries in
      entries.filter { $0.definition.name != model.name && $0.isInMemory && $0.userCount == 0 }
    }
    for name in idle.sorted(by: { $0.lastUse < $1.lastUse }).map({ $0.definition.name }) where unloadIdle(name) {
      // One that the program uses elsewhere stays in memory until then.
      guard !entries.withLock({ $0.contains { $0.definition.name == name && $0.isInMemory } }) else { continue }
      configuration.log("swiftlet: unloaded the model \(name) to make room for \(model.name)")
      return true
    }
    return false
  }

  /// Returns true for the error of a load that needs more memory than there is.
  private static func isLackOfMemory(_ error: any Error) -> Bool {
    switch error {
    case GGUFLanguageModelError.insufficientMemory, EmbeddingModelError.insufficientMemory: true
    default: false
    }
  }
}
