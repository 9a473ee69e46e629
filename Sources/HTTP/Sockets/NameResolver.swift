import Foundation
import Synchronization

/// A pool of threads for name lookups, as `getaddrinfo` blocks and cannot be cancelled.
final class NameResolver: Sendable {
  /// The shared pool.
  static let shared = NameResolver()

  /// The maximum number of threads; further jobs are queued.
  private static let threadLimit = 8

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let state = Mutex(State())

  /// Runs a job on one of the threads.
  func perform(_ job: @escaping @Sendable () -> Void) {
    let startsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.threads < Self.threadLimit else { return false }
      state.threads += 1
      return true
    }
    if startsThread { Thread.detachNewThread { self.work() } }
  }

  private func work() {
    while let job = nextJob() { job() }
  }

  /// Dequeues a job; without one, the thread ends.
  private func nextJob() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if !state.jobs.isEmpty { return state.jobs.removeFirst() }
      state.threads -= 1
      return nil
    }
  }
}
