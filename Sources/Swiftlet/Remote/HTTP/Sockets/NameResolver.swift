#if os(Linux)
  import Foundation
  import Synchronization

  /// Looks up names on threads of its own, as the system's function waits and cannot be stopped.
  final class NameResolver: Sendable {
    /// The one of this process.
    static let shared = NameResolver()

    /// The greatest number of threads; what comes while all of them wait has to wait, too.
    private static let threadLimit = 8

    private struct State {
      var jobs: [@Sendable () -> Void] = []
      var threads = 0
    }

    private let state = Mutex(State())

    /// Does a job on one of the threads.
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

    /// Takes a job; where there is none, the thread counts as gone.
    private func nextJob() -> (@Sendable () -> Void)? {
      state.withLock { state in
        if !state.jobs.isEmpty { return state.jobs.removeFirst() }
        state.threads -= 1
        return nil
      }
    }
  }
#endif
