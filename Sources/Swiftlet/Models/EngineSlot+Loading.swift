import Dispatch
import SwiftletInference
import Synchronization

extension EngineSlot {
  /// The file's contents, loaded now if need be, which stay in memory until ``end()`` is called.
  nonisolated(nonsending) func begin() async throws -> EngineContents {
    if let contents = use() { return contents }
    let task = loading.withLock { loading in
      if let loading { return loading }
      let task = Task { try await self.load() }
      loading = task
      return task
    }
    let contents = try await task.value
    state.withLock { state in
      // Should they have gone meanwhile, they are back: somebody holds them.
      if state.contents == nil { state.contents = contents }
      state.userCount += 1
    }
    return contents
  }

  /// The contents that are in memory, for one user more.
  private func use() -> EngineContents? {
    state.withLock { state in
      guard let contents = state.contents else { return nil }
      state.userCount += 1
      return contents
    }
  }

  /// Loads on a thread that may wait, which those of the concurrency runtime may not.
  private func load() async throws -> EngineContents {
    defer { loading.withLock { $0 = nil } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.contentsNow() })
      }
    }
  }

  /// The file's contents, loaded now if need be while the caller's thread waits.
  private func contentsNow() throws -> EngineContents {
    if let contents = state.withLock({ $0.contents }) { return contents }
    return try turnstile.withLock { _ in
      // Somebody else may have loaded them while this thread waited.
      if let contents = state.withLock({ $0.contents }) { return contents }
      let contents = try EngineContents(configuration, counters: counters) { part in
        for observer in self.observers.withLock({ Array($0.values) }) { observer(part) }
      }
      take(contents)
      return contents
    }
  }

  private func take(_ contents: EngineContents) {
    let facts = Facts(contents.engine)
    let isOther = state.withLock { state in
      defer { state.facts = facts }
      state.contents = contents
      state.lastUse = .now
      state.isLeaving = false
      return state.facts.map { $0.identity != facts.identity } ?? false
    }
    if isOther {
      // The file was replaced while it was not in memory: the same texts may have other tokens now.
      history.removeAll()
      thinks.withLock { $0 = nil }
    }
    if configuration.unloading != .never { MemoryWatch.shared.add(self) }
    unloadWhenIdle()
  }

  /// What is known about the file, which is loaded if it never was while the caller's thread waits.
  func facts() throws -> Facts {
    if let facts = state.withLock({ $0.facts }) { return facts }
    return Facts(try contentsNow().engine)
  }

  /// Has a function called with the part that is loaded as long as another one runs.
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
