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

// MARK: - Unloading

extension EngineSlot {
  /// True if the weights are in memory.
  var isLoaded: Bool { state.withLock { $0.contents != nil } }

  /// Balances a call of ``acquire()``.
  func release() {
    let unloaded = state.withLock { state in
      state.userCount -= 1
      state.lastUse = .now
      return state.userCount == 0 && state.isUnloadPending ? state.removeContents() : nil
    }
    if unloaded == nil { unloadWhenIdle() }
  }

  /// Unloads the engine, immediately or when the running requests have ended.
  func unload() {
    // Deinitialised outside the lock, as freeing the weights takes time.
    _ = state.withLock { state -> EngineContents? in
      guard state.contents != nil else { return nil }
      guard state.userCount == 0 else {
        state.isUnloadPending = true
        return nil
      }
      return state.removeContents()
    }
  }

  /// Unloads the engine if it has been idle for a duration.
  func unload(idleFor time: Duration) {
    _ = state.withLock { state -> EngineContents? in
      guard state.userCount == 0, .now - time >= state.lastUse else { return nil }
      return state.removeContents()
    }
  }

  /// Schedules a check that unloads the engine when its idle time is over, if the policy has one.
  func unloadWhenIdle() {
    guard case .afterIdle(let time) = configuration.unloading else { return }
    let rest = state.withLock { state -> Duration? in
      // Each release calls this again, and one timer suffices, as it reads the time of the last use.
      guard state.contents != nil, state.userCount == 0, !state.isTimerSet else { return nil }
      state.isTimerSet = true
      return time - (ContinuousClock.now - state.lastUse)
    }
    guard let rest else { return }
    // Capped at a day; the timer is set again if the idle time is longer.
    let seconds = min(max(0, rest / .seconds(1)), 86_400)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self else { return }
      self.state.withLock { $0.isTimerSet = false }
      self.unload(idleFor: time)
      self.unloadWhenIdle()
    }
  }
}
