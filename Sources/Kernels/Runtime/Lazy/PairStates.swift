internal import Synchronization

/// The states of a matrix's pairs of panels that are packed or verified on first use.
@safe final class PairStates: Sendable {
  /// The way in which a product gets a pair that it needs.
  enum Use {
    /// The pair is ready.
    case ready
    /// The caller prepares the pair for itself alone.
    case transient
    /// The caller has claimed the pair: it prepares it for all, and calls ``finish(_:)``.
    case claimed
  }

  private enum State {
    static let unused: UInt8 = 0
    static let used: UInt8 = 1
    static let claimed: UInt8 = 2
    static let ready: UInt8 = 3
  }

  /// The number of pairs.
  let count: Int
  private let remaining: Atomic<Int>
  // Safe to share: an array of atomics, one a pair.
  private nonisolated(unsafe) let states: UnsafeMutablePointer<Atomic<UInt8>>

  /// Creates the states of pairs, none of which is ready.
  init(count: Int) {
    self.count = count
    remaining = Atomic(count)
    unsafe states = .allocate(capacity: count)
    for pair in 0..<count { unsafe (states + pair).initialize(to: Atomic(State.unused)) }
  }

  deinit {
    unsafe states.deinitialize(count: count)
    unsafe states.deallocate()
  }

  /// True if all pairs are ready.
  var isDone: Bool { remaining.load(ordering: .acquiring) == 0 }

  /// The number of pairs that are not ready.
  var remainingCount: Int { remaining.load(ordering: .relaxed) }

  /// Returns true if a pair is ready, and visible to the calling thread.
  func isReady(_ pair: Int) -> Bool { unsafe state(pair).pointee.load(ordering: .acquiring) == State.ready }

  /// Notes the use of a pair by a product, and returns how the product gets it.
  ///
  /// The first use is ``Use/transient``, a later one claims the pair, unless another thread has done so: then it is
  /// transient too, so that no thread waits for one of lower priority.
  func use(_ pair: Int) -> Use {
    let state = unsafe state(pair)
    switch unsafe state.pointee.load(ordering: .acquiring) {
    case State.ready: return .ready
    case State.unused:
      _ = unsafe state.pointee.compareExchange(
        expected: State.unused, desired: State.used, ordering: .relaxed)
      return .transient
    case State.used: return unsafe Self.claim(state, from: State.used) ? .claimed : .transient
    default: return .transient
    }
  }

  /// Claims a pair, used or not; false if it is ready, or claimed by another thread.
  func claim(_ pair: Int) -> Bool {
    let state = unsafe state(pair)
    // Only the first succeeds if a product notes its use in between, only the second if one did before.
    return unsafe Self.claim(state, from: State.unused) || Self.claim(state, from: State.used)
  }

  /// Makes a pair ready, and what the calling thread has written visible to those that find it so.
  func finish(_ pair: Int) {
    let old = unsafe state(pair).pointee.exchange(State.ready, ordering: .acquiringAndReleasing)
    if old != State.ready { remaining.subtract(1, ordering: .acquiringAndReleasing) }
  }

  /// Makes all pairs ready.
  func finishAll() { for pair in 0..<count { finish(pair) } }

  private static func claim(_ state: UnsafeMutablePointer<Atomic<UInt8>>, from expected: UInt8) -> Bool {
    unsafe state.pointee.compareExchange(
      expected: expected, desired: State.claimed, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  private func state(_ pair: Int) -> UnsafeMutablePointer<Atomic<UInt8>> {
    precondition(pair >= 0 && pair < count, "panels outside the matrix")
    // Safe: the index was checked.
    return unsafe states + pair
  }
}
