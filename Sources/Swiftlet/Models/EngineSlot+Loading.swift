import Dispatch
import SwiftletInference
import Synchronization

extension EngineSlot {
  /// Returns the file's contents, loading them if necessary; they stay in memory until ``release()`` is called.
  nonisolated(nonsending) func acquire() async throws -> EngineContents {
    if let contents = acquireLoaded() { return contents }
    let task = loading.withLock { loading in
      if let loading { return loading }
      let task = Task { try await self.load() }
      loading = task
      return task
    }
    let contents = try await task.value
    state.withLock { state in
      // They may have been unloaded in the meantime; this user still holds them.
      if state.contents == nil { state.contents = contents }
      state.userCount += 1
    }
    return contents
  }

  /// Acquires the contents if they are in memory.
  private func acquireLoaded() -> EngineContents? {
    state.withLock { state in
      guard let contents = state.contents else { return nil }
      state.userCount += 1
      return contents
    }
  }

  /// Loads on a Dispatch thread, as threads of the cooperative pool must not block.
  private func load() async throws -> EngineContents {
    defer { loading.withLock { $0 = nil } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.loadContents() })
      }
    }
  }

  /// Returns the file's contents, loading them synchronously if necessary.
  private func loadContents() throws -> EngineContents {
    if let contents = state.withLock({ $0.contents }) { return contents }
    return try loadLock.withLock { _ in
      // Another thread may have loaded them while this one waited.
      if let contents = state.withLock({ $0.contents }) { return contents }
      let contents = try EngineContents(configuration, counters: counters) { part in
        for observer in self.observers.withLock({ Array($0.values) }) { observer(part) }
      }
      install(contents)
      return contents
    }
  }

  private func install(_ contents: EngineContents) {
    let modelInfo = ModelInfo(contents.engine)
    let isDifferentModel = state.withLock { state in
      defer { state.modelInfo = modelInfo }
      state.contents = contents
      state.lastUse = .now
      state.isUnloadPending = false
      return state.modelInfo.map { $0.identity != modelInfo.identity } ?? false
    }
    if isDifferentModel {
      // The file was replaced while it was unloaded, so the same texts may have other tokens now.
      history.removeAll()
      supportsReasoning.withLock { $0 = nil }
    }
    if configuration.unloading != .never { MemoryPressureMonitor.shared.add(self) }
    unloadWhenIdle()
  }

  /// Returns the model's properties, loading the file synchronously if it never was loaded.
  func modelInfo() throws -> ModelInfo {
    if let modelInfo = state.withLock({ $0.modelInfo }) { return modelInfo }
    return ModelInfo(try loadContents().engine)
  }

  /// Calls a function with the loaded fraction while a body runs.
  nonisolated(nonsending) func observingLoad(
    _ progress: @escaping @Sendable (Double) -> Void, _ body: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let number = observers.withLock { observers in
      let number = (observers.keys.max() ?? 0) + 1
      observers[number] = progress
      return number
    }
    defer { _ = observers.withLock { $0.removeValue(forKey: number) } }
    try await body()
  }
}
