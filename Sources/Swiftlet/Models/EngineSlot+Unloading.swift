import Dispatch
import Synchronization

extension EngineSlot {
  /// Whether the weights are in memory.
  var isLoaded: Bool { state.withLock { $0.contents != nil } }

  /// Says that a request which called ``begin()`` has been served.
  func end() {
    let leaving = state.withLock { state in
      state.userCount -= 1
      state.lastUse = .now
      return state.userCount == 0 && state.isLeaving ? state.removeContents() : nil
    }
    if leaving == nil { unloadWhenIdle() }
  }

  /// Forgets the engine, at once or when the requests that are being served have ended.
  func unload() {
    // Let go of outside the lock: what the engine holds goes with it.
    _ = state.withLock { state -> EngineContents? in
      guard state.contents != nil else { return nil }
      guard state.userCount == 0 else {
        state.isLeaving = true
        return nil
      }
      return state.removeContents()
    }
  }

  /// Forgets the engine if nobody has used it for some time.
  func unload(idleFor time: Duration) {
    _ = state.withLock { state -> EngineContents? in
      guard state.userCount == 0, .now - time >= state.lastUse else { return nil }
      return state.removeContents()
    }
  }

  /// Looks again when the engine has been idle for as long as it may be, if there is such a time.
  func unloadWhenIdle() {
    guard case .afterIdle(let time) = configuration.unloading else { return }
    let rest = state.withLock { state -> Duration? in
      // Who uses it calls this in the end; and one timer is enough, which looks when it was used last.
      guard state.contents != nil, state.userCount == 0, !state.isTimerSet else { return nil }
      state.isTimerSet = true
      return time - (ContinuousClock.now - state.lastUse)
    }
    guard let rest else { return }
    // A day is as good as for ever for a timer, which is set again if the time is longer.
    let seconds = min(max(0, rest / .seconds(1)), 86_400)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self else { return }
      self.state.withLock { $0.isTimerSet = false }
      self.unload(idleFor: time)
      self.unloadWhenIdle()
    }
  }
}
