import Dispatch
import Synchronization

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
