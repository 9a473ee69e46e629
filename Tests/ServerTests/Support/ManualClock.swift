import SwiftletServer
import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: ServerClock {
  private struct State {
    var now = Duration.zero
    var sleepers: [Int: (until: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }

  /// The number of tasks that sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(for time: Duration) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Bool? in
          if Task.isCancelled { return false }
          if time <= .zero { return true }
          state.sleepers[id] = (state.now + time, continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(returning: false)
    }
    if !isOver { throw CancellationError() }
  }

  /// Moves the time on, and wakes those whose time has come.
  func advance(by time: Duration) {
    let woken = state.withLock { state in
      state.now += time
      let now = state.now
      let due = state.sleepers.filter { $0.value.until <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map { $0.continuation }
    }
    for continuation in woken { continuation.resume(returning: true) }
  }

  /// Waits until a number of tasks sleep.
  func waitForSleepers(_ count: Int) async throws {
    while sleeperCount < count { try await Task.sleep(for: .milliseconds(1)) }
  }
}
