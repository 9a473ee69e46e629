internal import SwiftletKernelsPortable
internal import Synchronization

/// What the threads of a pool ask memory for while they wait: the weights that each will probably read next.
///
/// While one thread computes a norm between two products, or is late with the last rows of one, memory would idle. The
/// products of a model follow each other in the same order for every token, so what came after one the last time will
/// probably come after it again. A wrong guess changes no result and costs only what was asked for in vain; the places
/// need not even exist any more.
@safe final class ReadAhead: Sendable {
  /// For how many bytes a thread asks at most: by measurement on Zen 5, where 512 KiB make a 1B model slower by 3 %, and
  /// this makes it and one of 135M faster by 1 to 4 %.
  static let most = 128 << 10
  /// For how many at once, between two looks at what it waits for.
  static let step = 1 << 10
  /// Places that different threads move are two cache lines apart, as processors fetch lines in twos.
  private static let stride = 128

  /// Where a thread goes on, and how many bytes are left; what two threads write here at once is only ever a worse guess.
  private struct Place: ~Copyable {
    let next = Atomic<UInt>(0)
    let left = Atomic<Int>(0)
  }

  private let threads: Int
  // Safe to share: atomics, at places that do not move.
  private nonisolated(unsafe) let places: UnsafeMutableRawPointer
  private let last = Mutex<FollowingReads?>(nil)

  /// Creates places for so many threads.
  init(threads: Int) {
    self.threads = threads
    unsafe places = .allocate(byteCount: threads * Self.stride, alignment: Self.stride)
    for thread in 0..<threads { unsafe place(thread).initialize(to: Place()) }
  }

  deinit {
    for thread in 0..<threads { unsafe place(thread).deinitialize(count: 1) }
    unsafe places.deallocate()
  }

  private func place(_ thread: Int) -> UnsafeMutablePointer<Place> {
    unsafe (places + thread * Self.stride).assumingMemoryBound(to: Place.self)
  }

  /// Remembers where each thread begins in a product that begins now, and expects what followed it the last time.
  func begin(_ product: FollowingReads, at start: (_ thread: Int) -> UnsafeRawPointer?) {
    let previous = last.withLock { last in
      defer { last = product }
      return last
    }
    unsafe previous?.learn(threads, start)
    product.forEach { thread, next in
      guard thread < threads else { return }
      unsafe place(thread).pointee.next.store(next, ordering: .relaxed)
      unsafe place(thread).pointee.left.store(Self.most, ordering: .relaxed)
    }
  }

  /// Asks for a little more of what a thread will probably read next.
  func advance(thread: Int) {
    if let start = unsafe takeStep(thread: thread) { unsafe askForBytes(start, Self.step) }
  }

  /// The next ``step`` bytes that a thread is to ask for, nil when it has asked for enough.
  func takeStep(thread: Int) -> UnsafeRawPointer? {
    let place = unsafe place(thread)
    let left = unsafe place.pointee.left.load(ordering: .relaxed)
    let next = unsafe place.pointee.next.load(ordering: .relaxed)
    guard left > 0, next != 0 else { return nil }
    unsafe place.pointee.left.store(left - Self.step, ordering: .relaxed)
    unsafe place.pointee.next.store(next &+ UInt(Self.step), ordering: .relaxed)
    return unsafe UnsafeRawPointer(bitPattern: next)
  }
}

/// Where each thread began to read in the product that came after another the last time.
final class FollowingReads: Sendable {
  private let places = Mutex<[UInt]>([])

  fileprivate func learn(_ threads: Int, _ start: (_ thread: Int) -> UnsafeRawPointer?) {
    places.withLock { places in
      if places.count != threads { places = Array(repeating: 0, count: threads) }
      for thread in 0..<threads { places[thread] = unsafe UInt(bitPattern: start(thread)) }
    }
  }

  fileprivate func forEach(_ body: (_ thread: Int, _ place: UInt) -> Void) {
    places.withLock { places in
      for thread in places.indices { body(thread, places[thread]) }
    }
  }
}
