internal import SwiftletKernelsPortable
internal import Synchronization

/// A pool of worker threads that run parallel loops.
///
/// The caller of ``forEach(_:chunk:_:)`` participates and never waits for a worker that has not woken up in time: a
/// worker joins a loop by incrementing a counter, and the caller closes the loop when no chunk is left. Idle workers
/// sleep. The assignment of chunks to threads does not affect results, as chunks are computed independently.
@safe public final class WorkerPool: Sendable {
  /// The number of threads, including the caller.
  public let count: Int

  private typealias LoopBody = (_ worker: Int, _ range: Range<Int>) -> Void

  /// The loop that is running.
  private struct Loop {
    var body: LoopBody
    var end: Int
    var chunk: Int

    var chunks: Int { (end + chunk - 1) / chunk }
  }

  private let gate = EventCount()
  private let finished = EventCount()
  /// The loop number (upper half), whether the loop can be joined (bit 31), and the number of workers in it.
  private let state = Atomic<UInt64>(0)
  private let shares: LoopShares
  private let readAhead: ReadAhead
  /// The threads' memory for panels that are packed for one product.
  let panelScratch: PanelScratch
  private let asides = AsideTasks()
  private let placement: WorkerPlacement
  private let stopping = Atomic<Bool>(false)
  /// The lock that the caller holds for the duration of a loop.
  private let caller = Mutex<Void>(())
  // Safe to share: written by the caller while no worker can join, read by workers that have joined.
  private nonisolated(unsafe) var loop: Loop?

  private static let open: UInt64 = 1 << 31
  private static let joined: UInt64 = open - 1
  /// The spin time before a thread sleeps.
  ///
  /// It is longer than most intervals between two loops of a decode step, and than most last chunks of other threads.
  /// Measured on two cores of Emerald Rapids: with about 15 microseconds, a third of the loops of a 1B model put a
  /// thread to sleep, and decode is 6 % slower. If other programs occupy one or both cores, 50 microseconds cost about
  /// 3 %, and 400 up to 20 %; yielding the processor between iterations halves the speed if both are occupied.
  private static let spinDuration = Duration.microseconds(50)

  /// Creates a pool of `threads` threads, the caller's included; by default one for each fast physical core.
  public init(threads: Int = Processors.threadCount) {
    count = max(1, threads)
    let placement = WorkerPlacement(threads: count, on: Machine.current.topology)
    self.placement = placement
    shares = LoopShares(threads: count)
    readAhead = ReadAhead(threads: count)
    panelScratch = PanelScratch(threads: count)
    for index in 1..<max(1, threads) {
      // Workers retain only what they need to detect that the pool was deallocated.
      startThread { [weak self, gate, readAhead, asides] in
        placement.apply(to: index)
        var seen: UInt32 = 0
        while true {
          gate.wait(while: seen, spinning: Self.spinDuration) {
            readAhead.advance(thread: index)
            asides.run()
          }
          seen = gate.current
          guard let pool = self, !pool.stopping.load(ordering: .acquiring) else { return }
          pool.join(worker: index)
          // Here too, since there is no waiting where one loop follows another closely.
          asides.run()
        }
      }
    }
  }

  deinit {
    stopping.store(true, ordering: .releasing)
    gate.advance()
  }

  private struct Weak {
    weak var pool: WorkerPool?
  }

  private static let shared = Mutex<[Int: Weak]>([:])

  /// Returns the shared pool with a number of threads.
  ///
  /// Models that run concurrently alternate on its threads loop by loop, instead of oversubscribing the processors.
  public static func shared(threads: Int) -> WorkerPool {
    shared.withLock { pools in
      if let pool = pools[threads]?.pool { return pool }
      let pool = WorkerPool(threads: threads)
      pools = pools.filter { $0.value.pool != nil }
      pools[threads] = Weak(pool: pool)
      return pool
    }
  }

  /// Restricts the calling thread to the processors of thread 0, for a thread that runs the pool's loops for ever.
  public func placeCallingThread() { placement.apply(to: 0) }

  /// Calls `body` with subranges of `0..<end` on all threads, and returns when all are processed.
  ///
  /// `body` receives the index of the thread, below ``count``, which selects its scratch memory.
  public func forEach(_ end: Int, chunk: Int = 1, _ body: @Sendable (_ worker: Int, _ range: Range<Int>) -> Void) {
    guard end > 0 else { return }
    guard count > 1, end > chunk else { return body(0, 0..<end) }
    caller.withLock { _ in
      withoutActuallyEscaping(body) { body in
        let loop = Loop(body: body, end: end, chunk: chunk)
        unsafe self.loop = loop
        shares.begin(chunks: loop.chunks)
        let number = state.load(ordering: .relaxed) >> 32 &+ 1
        state.store(number << 32 | Self.open, ordering: .sequentiallyConsistent)
        gate.advance()
        work(worker: 0)
        close()
        unsafe self.loop = nil
      }
    }
  }

  /// Runs a short task on a worker that waits for a loop, so that the caller need not spend the time.
  ///
  /// A worker that sleeps is not woken: it runs the task after the next loop, at the latest before the loop after that.
  /// Callers that run no further loop call ``finishAsides()``. Without workers, the task runs at once.
  public func runAside(_ task: @escaping @Sendable () -> Void) {
    guard count > 1 else { return task() }
    asides.add(task)
  }

  /// Runs the tasks of ``runAside(_:)`` that no worker has begun.
  public func finishAsides() { asides.run() }

  /// Registers a loop that is about to read the data at the address of each chunk.
  ///
  /// Waiting threads prefetch the data that was read after it the last time.
  func beginReadAhead(_ targets: PrefetchTargets, chunks: Int, at address: (_ chunk: Int) -> UnsafeRawPointer?) {
    guard count > 1 else { return }
    unsafe readAhead.begin(targets) { unsafe address(min(shares.firstChunk(of: chunks, thread: $0), chunks - 1)) }
  }

  private func work(worker: Int) {
    guard let loop = unsafe loop else { return }
    shares.forEach(of: loop.chunks, thread: worker) { index in
      let start = index * loop.chunk
      loop.body(worker, start..<min(start + loop.chunk, loop.end))
    }
  }

  private func join(worker: Int) {
    var seen = state.load(ordering: .acquiring)
    while seen & Self.open != 0 {
      let (exchanged, original) = state.weakCompareExchange(
        expected: seen, desired: seen + 1, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      guard exchanged else {
        seen = original
        continue
      }
      work(worker: worker)
      let left = state.subtract(1, ordering: .acquiringAndReleasing).newValue
      if left & (Self.open | Self.joined) == 0 { finished.advance() }
      return
    }
  }

  /// Closes the loop to further workers and waits for those in it.
  private func close() {
    let before = finished.current
    var left = state.bitwiseAnd(~Self.open, ordering: .acquiringAndReleasing).newValue
    var spin = SpinWait(for: Self.spinDuration)
    while left & Self.joined != 0 {
      readAhead.advance(thread: 0)
      if !spin.pause() { finished.wait(while: before) }
      left = state.load(ordering: .acquiring)
    }
  }
}
