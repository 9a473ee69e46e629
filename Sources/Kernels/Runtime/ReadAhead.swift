internal import SwiftletKernelsPortable
internal import Synchronization

/// Prefetching of weights by waiting threads, each of which prefetches what it will probably read next.
///
/// While one thread computes a norm between two products, or finishes the last rows of one, memory would idle. The
/// products of a model have the same order for every token, so the product that followed another one the last time will
/// probably follow it again. A misprediction does not affect results, and costs only memory bandwidth; the addresses
/// need not be mapped any more.
@safe final class ReadAhead: Sendable {
  /// The maximum number of bytes that a thread prefetches.
  ///
  /// Measured on Zen 5, where 512 KiB make a 1B model slower by 3 %, and this makes it and a 135M model faster by 1 to
  /// 4 %.
  static let maximumByteCount = 128 << 10
  /// The number of bytes that are prefetched between two checks of the wait condition.
  static let stepByteCount = 1 << 10
  /// The distance of cursors in bytes: two cache lines, as processors prefetch pairs of lines.
  private static let stride = 128

  /// The next address of a thread and the number of bytes left; races between threads only degrade the prediction.
  private struct Cursor: ~Copyable {
    let next = Atomic<UInt>(0)
    let left = Atomic<Int>(0)
  }

  private let threads: Int
  // Safe to share: atomics at stable addresses.
  private nonisolated(unsafe) let cursors: UnsafeMutableRawPointer
  private let last = Mutex<PrefetchTargets?>(nil)

  /// Creates cursors for a number of threads.
  init(threads: Int) {
    self.threads = threads
    unsafe cursors = .allocate(byteCount: threads * Self.stride, alignment: Self.stride)
    for thread in 0..<threads { unsafe cursor(thread).initialize(to: Cursor()) }
  }

  deinit {
    for thread in 0..<threads { unsafe cursor(thread).deinitialize(count: 1) }
    unsafe cursors.deallocate()
  }

  private func cursor(_ thread: Int) -> UnsafeMutablePointer<Cursor> {
    unsafe (cursors + thread * Self.stride).assumingMemoryBound(to: Cursor.self)
  }

  /// Begins a product: records the start address of each thread, and predicts the product that followed the last time.
  func begin(_ targets: PrefetchTargets, at start: (_ thread: Int) -> UnsafeRawPointer?) {
    let previous = last.withLock { last in
      defer { last = targets }
      return last
    }
    unsafe previous?.update(threads, start)
    targets.forEach { thread, next in
      guard thread < threads else { return }
      unsafe cursor(thread).pointee.next.store(next, ordering: .relaxed)
      unsafe cursor(thread).pointee.left.store(Self.maximumByteCount, ordering: .relaxed)
    }
  }

  /// Prefetches the next bytes that a thread will probably read.
  func advance(thread: Int) {
    if let start = unsafe nextAddress(thread: thread) { unsafe prefetch(start, Self.stepByteCount) }
  }

  /// Returns the address of the next ``stepByteCount`` bytes to prefetch; nil when the maximum is reached.
  func nextAddress(thread: Int) -> UnsafeRawPointer? {
    let cursor = unsafe cursor(thread)
    let left = unsafe cursor.pointee.left.load(ordering: .relaxed)
    let next = unsafe cursor.pointee.next.load(ordering: .relaxed)
    guard left > 0, next != 0 else { return nil }
    unsafe cursor.pointee.left.store(left - Self.stepByteCount, ordering: .relaxed)
    unsafe cursor.pointee.next.store(next &+ UInt(Self.stepByteCount), ordering: .relaxed)
    return unsafe UnsafeRawPointer(bitPattern: next)
  }
}

/// The start addresses of all threads in the product that followed another one the last time.
final class PrefetchTargets: Sendable {
  private let addresses = Mutex<[UInt]>([])

  fileprivate func update(_ threads: Int, _ start: (_ thread: Int) -> UnsafeRawPointer?) {
    addresses.withLock { addresses in
      if addresses.count != threads { addresses = Array(repeating: 0, count: threads) }
      for thread in 0..<threads { addresses[thread] = unsafe UInt(bitPattern: start(thread)) }
    }
  }

  fileprivate func forEach(_ body: (_ thread: Int, _ address: UInt) -> Void) {
    addresses.withLock { addresses in
      for thread in addresses.indices { body(thread, addresses[thread]) }
    }
  }
}
