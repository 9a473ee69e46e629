internal import Synchronization

/// Short tasks that the workers of a pool run beside its loops, while they wait for the next one.
///
/// Checking for tasks costs a waiting worker a load; only adding and running them take the lock.
final class AsideTasks: Sendable {
  private let tasks = Mutex<[@Sendable () -> Void]>([])
  private let count = Atomic<Int>(0)

  /// Adds a task.
  func add(_ task: @escaping @Sendable () -> Void) {
    tasks.withLock { tasks in
      tasks.append(task)
      count.store(tasks.count, ordering: .relaxed)
    }
  }

  /// Runs the tasks that no other thread has begun, in their order.
  @inline(__always)
  func run() {
    // A stale count only delays a task until the next check.
    if count.load(ordering: .relaxed) > 0 { runAll() }
  }

  /// Removes and runs all tasks.
  private func runAll() {
    let taken = tasks.withLock { tasks in
      defer { tasks.removeAll() }
      count.store(0, ordering: .relaxed)
      return tasks
    }
    for task in taken { task() }
  }
}
