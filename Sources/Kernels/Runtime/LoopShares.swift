internal import Synchronization

/// The distribution of the chunks of a loop: each thread claims its own contiguous share first, then steals from
/// others.
///
/// Within its share, a thread accesses memory sequentially, which suits hardware prefetchers. If all threads claimed
/// chunks from one counter, each would skip those of the others: on Zen 5 with two threads, a 1B model then decodes 3
/// to 10 % fewer tokens per second.
@safe final class LoopShares: Sendable {
  /// The maximum number of shares; with more threads, several have one share, to bound the cost of stealing.
  private static let maximumCount = 8
  /// The distance of counters in bytes: two cache lines, as processors prefetch pairs of lines.
  private static let stride = 128

  private let threads: Int
  private let count: Int
  // Safe to share: atomics at stable addresses.
  private nonisolated(unsafe) let counters: UnsafeMutableRawPointer

  /// Creates shares for a number of threads.
  init(threads: Int) {
    self.threads = threads
    count = min(threads, Self.maximumCount)
    unsafe counters = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
    for share in 0..<count { unsafe counter(share).initialize(to: Atomic(0)) }
  }

  deinit {
    for share in 0..<count { unsafe counter(share).deinitialize(count: 1) }
    unsafe counters.deallocate()
  }

  private func counter(_ share: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    unsafe (counters + share * Self.stride).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// The first chunk of a share, which is also the end of the previous one, in a loop of `chunks` chunks.
  private func start(_ share: Int, of chunks: Int) -> Int { share * chunks / count }

  /// Begins a loop of a number of chunks; no thread may be in the previous loop.
  func begin(chunks: Int) {
    for share in 0..<count {
      unsafe counter(share).pointee.store(start(share, of: chunks), ordering: .relaxed)
    }
  }

  /// The first chunk of a thread's own share.
  func firstChunk(of chunks: Int, thread: Int) -> Int { start(ownShare(thread), of: chunks) }

  private func ownShare(_ thread: Int) -> Int { thread * count / threads }

  /// Calls `body` with the chunks that a thread claims, until none is left.
  func forEach(of chunks: Int, thread: Int, _ body: (_ chunk: Int) -> Void) {
    let own = ownShare(thread)
    for turn in 0..<count {
      let share = (own + turn) % count
      let end = start(share + 1, of: chunks)
      while true {
        let chunk = unsafe counter(share).pointee.add(1, ordering: .relaxed).oldValue
        guard chunk < end else { break }
        body(chunk)
      }
    }
  }
}
