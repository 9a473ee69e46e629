internal import SwiftletKernelsPortable
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Threads of the engine's own that share out a loop, again and again.
///
/// The caller of ``forEach(_:chunk:_:)`` works too and never waits for a worker that has not woken up in time: a worker
/// joins a loop by counting itself in, and the caller closes the loop when nothing is left to claim. Idle workers
/// sleep. Which thread runs which part never changes a result, as no part's arithmetic depends on another's.
@safe public final class WorkerPool: Sendable {
  /// The number of threads that work on a loop, the caller's among them.
  public let count: Int

  private typealias Body = (_ worker: Int, _ range: Range<Int>) -> Void

  /// The loop that is running.
  private struct Loop {
    var body: Body
    var end: Int
    var chunk: Int

    var chunks: Int { (end + chunk - 1) / chunk }
  }

  private let gate = Gate()
  private let finished = Gate()
  /// Which loop it is (upper half), whether it can be joined (bit 31), and how many workers are in it.
  private let state = Atomic<UInt64>(0)
  private let shares: LoopShares
  private let readAhead: ReadAhead
  private let stopping = Atomic<Bool>(false)
  /// Held by the caller for the length of a loop.
  private let caller = Mutex<Void>(())
  // Safe to share: written by the caller while no worker can join, read by workers that have joined.
  private nonisolated(unsafe) var loop: Loop?

  private static let open: UInt64 = 1 << 31
  private static let joined: UInt64 = open - 1
  /// For how long a thread waits awake: longer than most distances between two loops of a token's forward pass, and than
  /// most last chunks that another thread has.
  ///
  /// By measurement, on two cores of Emerald Rapids: with about 15 microseconds a third of a 1B model's loops put a thread
  /// to sleep, and generation is 6 % slower. Where other programs keep one core or both busy, 50 cost about 3 %, and 400
  /// up to 20 %; offering the processor to others between looks halves the speed where both are busy.
  private static let patience = Duration.microseconds(50)

  /// Creates a pool of `threads` threads, the caller's included; by default one for each physical core.
  public init(threads: Int = Processors.physicalCount) {
    count = max(1, threads)
    shares = LoopShares(threads: count)
    readAhead = ReadAhead(threads: count)
    for index in 1..<max(1, threads) {
      // A worker holds only what it needs to find out that the pool is gone.
      startThread { [weak self, gate, readAhead] in
        var seen: UInt32 = 0
        while true {
          gate.wait(while: seen, spinning: Self.patience) { readAhead.advance(thread: index) }
          seen = gate.current
          guard let pool = self, !pool.stopping.load(ordering: .acquiring) else { return }
          pool.join(worker: index)
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

  /// The pool of so many threads that everybody has who asks for it here.
  ///
  /// Models that run side by side take turns on its threads, loop by loop, instead of having the system take turns between
  /// more threads than there are processors.
  public static func shared(threads: Int) -> WorkerPool {
    shared.withLock { pools in
      if let pool = pools[threads]?.pool { return pool }
      let pool = WorkerPool(threads: threads)
      pools = pools.filter { $0.value.pool != nil }
      pools[threads] = Weak(pool: pool)
      return pool
    }
  }

  /// Calls `body` with parts of `0..<end` until all is done, on all threads at once.
  ///
  /// `body` gets the number of the thread, below ``count``, to choose its scratch memory by.
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

  /// Says what a loop is about to read: the place of each chunk, of which there are so many.
  ///
  /// Threads that wait will ask for what followed it the last time.
  func willRead(_ product: FollowingReads, chunks: Int, at place: (_ chunk: Int) -> UnsafeRawPointer?) {
    guard count > 1 else { return }
    unsafe readAhead.begin(product) { unsafe place(min(shares.firstChunk(of: chunks, thread: $0), chunks - 1)) }
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

  /// Lets no further worker in and waits for those inside.
  private func close() {
    let before = finished.current
    var left = state.bitwiseAnd(~Self.open, ordering: .acquiringAndReleasing).newValue
    var spin = Spin(for: Self.patience)
    while left & Self.joined != 0 {
      readAhead.advance(thread: 0)
      if !spin.pause() { finished.wait(while: before) }
      left = state.load(ordering: .acquiring)
    }
  }
}

/// Starts a detached thread that runs `body`, and returns whether the system had one left.
@discardableResult
public func startThread(_ body: sending @escaping () -> Void) -> Bool {
  let entry = unsafe Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    // As much stack as Linux gives; 512 KiB by themselves.
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { unsafe pthread_attr_destroy(&attributes) }
    var thread: pthread_t?
    unsafe pthread_create(
      &thread, &attributes,
      { argument in
        // Some releases declare that there may be none, others do not.
        if let argument = unsafe argument as UnsafeMutableRawPointer? {
          unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, entry.toOpaque())
    guard let thread = unsafe thread else {
      unsafe entry.release()
      return false
    }
    unsafe pthread_detach(thread)
    return true
  #else
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, entry.toOpaque())
    guard status == 0 else {
      unsafe entry.release()
      return false
    }
    pthread_detach(thread)
    return true
  #endif
}

private final class ThreadBody {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}
