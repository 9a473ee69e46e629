internal import SwiftletKernelsPortable
internal import Synchronization

/// The options of attention: score scale, sliding window, soft cap and attention sinks.
public struct AttentionOptions: Sendable {
  /// The scale of scores, usually 1/√width.
  public var scale: Float
  /// The size of the sliding window, including the row's own position; nil for full attention.
  public var window: Int?
  /// Indicates that the window is centred on the row's position, with half of it, rounded down, on either side.
  public var isCentered: Bool
  /// The soft cap c of scores, which become c · tanh(score / c); 0 for none (Gemma 2).
  public var softCap: Float
  /// The attention sinks, of shape (1, heads): a score per head that is part of the softmax but has no value (gpt-oss).
  public var sinks: FloatRows?

  /// Creates options, by default of full causal attention.
  public init(
    scale: Float, window: Int? = nil, isCentered: Bool = false, softCap: Float = 0, sinks: FloatRows? = nil
  ) {
    (self.scale, self.window, self.isCentered, self.softCap, self.sinks) = (scale, window, isCentered, softCap, sinks)
  }
}

/// The scratch memory of attention.
@safe public final class AttentionScratch: Sendable {
  /// The memory of each thread: the queries of a unit, as rows and in groups, and two states.
  let threads: FloatRows
  /// The states of context parts, which are shared between threads.
  let parts: FloatRows
  /// The memory of ``SharedStates``, once a batch has shared pages.
  private let shared = Mutex<FloatRows?>(nil)

  /// Allocates memory for a number of threads; unused memory is not committed.
  public convenience init(threads: Int, shape: AttentionShape) throws(KernelError) {
    try self.init(threads: threads, shapes: [shape])
  }

  /// Allocates memory for a number of threads and for layers of different shapes that are computed in turn.
  public init(threads: Int, shapes: [AttentionShape]) throws(KernelError) {
    self.threads = try FloatRows(rows: threads, columns: shapes.map(\.scratchCount).max() ?? 0)
    parts = try FloatRows(rows: 64 * threads, columns: shapes.map(\.stateCount).max() ?? 0)
  }

  /// Returns whether the memory suffices for attention of a shape.
  func fits(_ shape: AttentionShape) -> Bool {
    threads.columns >= shape.scratchCount && parts.columns >= shape.stateCount
  }

  /// Returns memory for `count` floats in one row; nil if there is none.
  ///
  /// It is kept for later batches, and grows as required.
  func sharedMemory(_ count: Int) -> FloatRows? {
    shared.withLock { memory in
      if let memory, memory.columns >= count { return memory }
      memory = nil
      // Larger than required, since batches grow sequence by sequence.
      memory = try? FloatRows(rows: 1, columns: count + count / 2)
      return memory
    }
  }
}

extension AttentionShape {
  /// The maximum number of rows of a sequence per unit; with their heads, they form two groups of activations.
  var rowsPerUnit: Int { max(1, 2 * ActivationGroup.tokens / groupSize) }
  var queriesPerUnit: Int { rowsPerUnit * groupSize }
  /// The number of floats in the state of a unit.
  var stateCount: Int { queriesPerUnit * AttentionState.stride(paddedWidth) }
  /// The number of scratch floats per thread: the queries of a unit twice, and two states.
  var scratchCount: Int { 2 * queriesPerUnit * paddedWidth + 2 * stateCount }
}
