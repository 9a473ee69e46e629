import Foundation
import Synchronization
import Testing

@testable import SwiftletKernels

/// Loops on several threads.
@Suite struct WorkerPoolTests {
  @Test(arguments: [1, 2, 3, 4, 7, 8, 9, 20], [1, 2, 3, 16, 1000])
  func everyIndexIsVisitedOnce(_ threads: Int, _ chunk: Int) {
    let pool = WorkerPool(threads: threads)
    #expect(pool.count == threads)
    for end in [0, 1, 2, 3, 7, 15, 16, 17, 100, 999, 1000, 1001] {
      let visits = Counters(end)
      let faults = Atomic<Int>(0)
      pool.forEach(end, chunk: chunk) { worker, range in
        // Only a loop that is not worth sharing comes in one piece longer than a chunk.
        let isWhole = range == 0..<end && (threads == 1 || end <= chunk)
        if !(0..<threads).contains(worker) || range.isEmpty || range.count > chunk && !isWhole {
          faults.add(1, ordering: .relaxed)
        }
        for index in range { visits.increment(index) }
      }
      #expect(visits.values == [Int](repeating: 1, count: end))
      #expect(faults.load(ordering: .relaxed) == 0)
    }
  }

  @Test(arguments: [2, 3])
  func manySmallLoopsFollowOneAnother(_ threads: Int) {
    let pool = WorkerPool(threads: threads)
    let total = Atomic<Int>(0)
    // What a loop writes is seen behind it, and by the next one: not atomic on purpose.
    let shared = Cell()
    for loop in 0..<50_000 {
      pool.forEach(2) { _, range in
        total.add(range.count, ordering: .relaxed)
        if range.contains(0) { shared.value += 1 }
      }
      guard shared.value == loop + 1 else {
        Issue.record("loop \(loop) returned before its end")
        break
      }
    }
    #expect(total.load(ordering: .relaxed) == 100_000)
  }

  @Test(arguments: [2, 3]) func tasksAsideRunOnceBesideTheLoops(_ threads: Int) {
    let pool = WorkerPool(threads: threads)
    let total = Atomic<Int>(0)
    let runs = Counters(2000)
    for loop in 0..<2000 {
      pool.runAside { runs.increment(loop) }
      pool.forEach(2) { _, range in total.add(range.count, ordering: .relaxed) }
    }
    pool.finishAsides()
    // A worker may still be running those that it has taken.
    while runs.values.contains(0) { Thread.sleep(forTimeInterval: 0.001) }
    #expect(runs.values == [Int](repeating: 1, count: 2000))
    #expect(total.load(ordering: .relaxed) == 4000)
  }

  @Test func tasksAsideNeedNoFurtherCallWhileThereAreLoops() {
    let pool = WorkerPool(threads: 2)
    let runs = Counters(1)
    pool.runAside { runs.increment(0) }
    while runs.values == [0] { pool.forEach(2) { _, _ in } }
    #expect(runs.values == [1])
  }

  @Test func tasksAsideOfAPoolWithoutWorkersRunAtOnce() {
    let pool = WorkerPool(threads: 1)
    let runs = Counters(1)
    pool.runAside { runs.increment(0) }
    #expect(runs.values == [1])
    pool.finishAsides()
    #expect(runs.values == [1])
  }

  @Test func noTwoLoopsOfAPoolMixTheirWorkers() async {
    let pool = WorkerPool(threads: 3)
    let (inside, clashes) = (Counters(3), Counters(3))
    await withTaskGroup(of: [Int].self) { group in
      for caller in 0..<4 {
        group.addTask {
          let visits = Counters(50)
          for _ in 0..<500 {
            pool.forEach(50, chunk: caller + 1) { worker, range in
              // A worker's number stands for its scratch memory.
              if inside.increment(worker) != 1 { clashes.increment(worker) }
              for index in range { visits.increment(index) }
              inside.decrement(worker)
            }
          }
          return visits.values
        }
      }
      for await visits in group { #expect(visits == [Int](repeating: 500, count: 50)) }
    }
    #expect(clashes.values == [0, 0, 0])
  }

  @Test func allThreadsWorkOnALoop() {
    for threads in [2, 5] {
      let workers = Counters(threads)
      let met = meet(WorkerPool(threads: threads), arriving: { workers.increment($0) })
      #expect(met && workers.values == [Int](repeating: 1, count: threads))
    }
  }

  @Test func idleWorkersUseNoTime() throws {
    let pool = WorkerPool(threads: 3)
    let clocks = Counters(3)
    // Waiting for the others, which a busy machine makes long, is not idling.
    let haveLeft = meet(pool, leaving: { clocks.set($0, Self.threadTime()) })
    try #require(haveLeft)
    let before = clocks.values
    Thread.sleep(forTimeInterval: 0.3)
    let haveArrived = meet(pool, arriving: { clocks.set($0, Self.threadTime()) })
    try #require(haveArrived)
    for worker in 1..<3 { #expect(clocks.values[worker] - before[worker] < 30_000_000, "nanoseconds") }
  }

  @Test func workersEndWithTheirPool() throws {
    for _ in 0..<10 {
      let pool = WorkerPool(threads: 4)
      let met = meet(pool, arriving: { if $0 > 0 { ThreadEnd.observe() } })
      try #require(met)
    }
    for _ in 0..<2 { _ = WorkerPool(threads: 4) }  // gone before its workers have started
    #expect(ThreadEnd.wait(for: 30) == 30)
  }

  @Test func countIsAtLeastOne() {
    for threads in [-1, 0, 1] {
      let pool = WorkerPool(threads: threads)
      #expect(pool.count == 1)
      let total = Atomic<Int>(0)
      pool.forEach(5) { _, range in total.add(range.count, ordering: .relaxed) }
      pool.forEach(-5) { _, _ in total.add(1, ordering: .relaxed) }
      #expect(total.load(ordering: .relaxed) == 5)
    }
  }

  /// Has each thread of a pool come once, and go when all have come; false if they do not, however busy the machine is.
  private func meet(
    _ pool: WorkerPool, arriving: @Sendable (Int) -> Void = { _ in }, leaving: @Sendable (Int) -> Void = { _ in }
  ) -> Bool {
    let arrived = Atomic<Int>(0)
    let deadline = Date(timeIntervalSinceNow: 300)
    pool.forEach(pool.count) { worker, range in
      arriving(worker)
      arrived.add(range.count, ordering: .sequentiallyConsistent)
      // A thread keeps its chunk until all have one, and so cannot take a second.
      while arrived.load(ordering: .sequentiallyConsistent) < pool.count && Date() < deadline {
        Thread.sleep(forTimeInterval: 0.0005)
      }
      leaving(worker)
    }
    return Date() < deadline
  }

  /// The processor time of the calling thread in nanoseconds.
  private static func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// A number that only the order of loops protects.
private final class Cell: Sendable {
  private nonisolated(unsafe) let storage: UnsafeMutablePointer<Int>

  init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: 0)
  }

  deinit { storage.deallocate() }

  var value: Int {
    get { storage.pointee }
    set { storage.pointee = newValue }
  }
}

/// Numbers that threads change at once.
private final class Counters: Sendable {
  private let counts: Mutex<[Int]>

  init(_ count: Int) { counts = Mutex([Int](repeating: 0, count: count)) }

  var values: [Int] { counts.withLock { $0 } }

  @discardableResult
  func increment(_ index: Int) -> Int {
    counts.withLock {
      $0[index] += 1
      return $0[index]
    }
  }

  func decrement(_ index: Int) { counts.withLock { $0[index] -= 1 } }
  func set(_ index: Int, _ value: Int) { counts.withLock { $0[index] = value } }
}

/// Counts threads that have ended, by what the system does with a thread's own values then.
private enum ThreadEnd {
  private static let count = Atomic<Int>(0)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in ThreadEnd.count.add(1, ordering: .sequentiallyConsistent) }
    return key
  }()

  /// Has the end of the calling thread counted.
  static func observe() { pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1)) }

  /// Waits until `expected` threads have ended, and returns how many have.
  static func wait(for expected: Int) -> Int {
    let deadline = Date(timeIntervalSinceNow: 300)
    while count.load(ordering: .sequentiallyConsistent) < expected && Date() < deadline {
      Thread.sleep(forTimeInterval: 0.001)
    }
    return count.load(ordering: .sequentiallyConsistent)
  }
}
