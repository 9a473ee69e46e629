import Synchronization

/// Counts weights that are NaN or infinite and become 0, on any number of threads.
final class NonFiniteWeights: Sendable {
  private struct State {
    /// The number of weights in all tensors.
    var count = 0
    /// The first block of the current tensor with one.
    var firstBlock: Int?
  }

  private let areAllowed: Bool
  private let state = Mutex(State())

  init(areAllowed: Bool) { self.areAllowed = areAllowed }

  /// The number of weights that became 0.
  var count: Int { state.withLock(\.count) }

  /// Counts weights of a tensor, of which the first is in the given block.
  func add(_ count: Int, block: Int) {
    state.withLock { state in
      state.count += count
      state.firstBlock = min(block, state.firstBlock ?? .max)
    }
  }

  /// Throws the error of a tensor in which weights were counted, unless they are allowed.
  func check(_ tensor: GGUFTensor) throws(GGUFError) {
    let first = state.withLock(\.firstBlock)
    if let first, !areAllowed { throw tensor.nonFiniteError(block: first) }
  }
}
