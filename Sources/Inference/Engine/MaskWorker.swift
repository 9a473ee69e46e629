import SwiftletKernels
import Synchronization

/// A thread that computes token masks while the model computes logits.
///
/// It runs one list of tasks at a time. The thread is started with the first list, sleeps between two, and ends with
/// the worker.
final class MaskWorker: Sendable {
  private struct State {
    var tasks: [MaskTask]?
    var results: [MaskTask]?
    var isStopping = false
  }

  /// The state that the thread refers to, so that it does not keep the worker alive.
  private final class Shared: Sendable {
    let state = Mutex(State())
    let submitted = EventCount()
    let done = EventCount()

    func run() {
      var seen: UInt32 = 0
      while true {
        submitted.wait(while: seen)
        seen = submitted.current
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
    shared.submitted.advance()
  }

  /// Starts tasks; ``finish()`` has to be called before the next call.
  func start(_ tasks: [MaskTask]) {
    if !hasThread.load(ordering: .relaxed) {
      hasThread.store(startThread { [shared] in shared.run() }, ordering: .relaxed)
    }
    guard hasThread.load(ordering: .relaxed) else {
      // The system has no thread left: the tasks run on this one.
      var tasks = tasks
      for index in tasks.indices { tasks[index].run() }
      shared.state.withLock { $0.results = tasks }
      return
    }
    shared.state.withLock { $0.tasks = tasks }
    shared.submitted.advance()
  }

  /// The finished tasks; nil while any is running.
  var results: [MaskTask]? { shared.state.withLock { $0.results } }

  /// Waits for the tasks and returns them.
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
