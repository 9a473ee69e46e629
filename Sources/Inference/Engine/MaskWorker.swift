import SwiftletKernels
import Synchronization

/// A thread that finds masks while the model runs: what may follow a token is known before what the model makes of it.
///
/// One list of tasks is worked on at a time. The thread starts with the first and sleeps between two; it ends with the
/// worker.
final class MaskWorker: Sendable {
  private struct State {
    var tasks: [MaskTask]?
    var results: [MaskTask]?
    var isStopping = false
  }

  /// What the thread holds, so that it does not keep the worker alive.
  private final class Shared: Sendable {
    let state = Mutex(State())
    let given = Gate()
    let done = Gate()

    func run() {
      var seen: UInt32 = 0
      while true {
        given.wait(while: seen)
        seen = given.current
        let (tasks, isStopping) = state.withLock { state in
          defer { state.tasks = nil }
          return (state.tasks, state.isStopping)
        }
        if isStopping { return }
        guard var tasks else { continue }
        for index in tasks.indices { tasks[index].run() }
        state.withLock { $0.results = tasks }
        done.advance()
      }
    }
  }

  private let shared = Shared()
  private let hasThread = Atomic<Bool>(false)

  deinit {
    shared.state.withLock { $0.isStopping = true }
    shared.given.advance()
  }

  /// Begins with some tasks; ``finish()`` has to be called before the next.
  func begin(_ tasks: [MaskTask]) {
    if !hasThread.load(ordering: .relaxed) {
      hasThread.store(startThread { [shared] in shared.run() }, ordering: .relaxed)
    }
    guard hasThread.load(ordering: .relaxed) else {
      // The system has no thread left: it takes longer, that is all.
      var tasks = tasks
      for index in tasks.indices { tasks[index].run() }
      shared.state.withLock { $0.results = tasks }
      return
    }
    shared.state.withLock { $0.tasks = tasks }
    shared.given.advance()
  }

  /// The results, nil if they are not all there yet.
  var results: [MaskTask]? { shared.state.withLock { $0.results } }

  /// Waits for the results.
  func finish() -> [MaskTask] {
    while true {
      let seen = shared.done.current
      let results = shared.state.withLock { state in
        defer { state.results = nil }
        return state.results
      }
      if let results { return results }
      shared.done.wait(while: seen)
    }
  }
}
