internal import SwiftletKernelsPortable

/// What attention may look at, of the positions up to where a row's end.
public struct AttentionOptions: Sendable {
  /// What scores are multiplied with, mostly 1/√width.
  public var scale: Float
  /// The number of positions that a row sees, its own among them; nil for all.
  public var window: Int?
  /// Whether the window lies around a row's position and not before it: half of it, rounded down, on either side.
  public var isCentered: Bool
  /// The bound c of scores, which become c · tanh(score / c); 0 for none (Gemma 2).
  public var softCap: Float
  /// For each head a score that takes its share of the softmax and adds nothing; (1, heads) (gpt-oss).
  public var sinks: FloatRows?

  /// Creates options, of full causal attention unless told otherwise.
  public init(
    scale: Float, window: Int? = nil, isCentered: Bool = false, softCap: Float = 0, sinks: FloatRows? = nil
  ) {
    (self.scale, self.window, self.isCentered, self.softCap, self.sinks) = (scale, window, isCentered, softCap, sinks)
  }
}

/// The memory that attention works in.
@safe public final class AttentionScratch: Sendable {
  /// For each thread the queries of a unit, row by row and in groups, and two states.
  let threads: FloatRows
  /// States of parts of long contexts that threads share.
  let parts: FloatRows

  /// Allocates memory for a number of threads; what is not used of it costs nothing.
  public convenience init(threads: Int, shape: AttentionShape) throws(KernelError) {
    try self.init(threads: threads, shapes: [shape])
  }

  /// Allocates memory for a number of threads and layers of some shapes, one after the other.
  public init(threads: Int, shapes: [AttentionShape]) throws(KernelError) {
    self.threads = try FloatRows(rows: threads, columns: shapes.map(\.scratchCount).max() ?? 0)
    parts = try FloatRows(rows: 64 * threads, columns: shapes.map(\.stateCount).max() ?? 0)
  }

  /// Whether there is room for a layer's attention.
  func fits(_ shape: AttentionShape) -> Bool {
    threads.columns >= shape.scratchCount && parts.columns >= shape.stateCount
  }
}

extension AttentionShape {
  /// How many rows of a sequence go through the cache together: with their heads, two groups of activations.
  var rowsPerUnit: Int { max(1, 2 * ActivationGroup.tokens / groupSize) }
  var queriesPerUnit: Int { rowsPerUnit * groupSize }
  /// The number of floats of the state of a unit.
  var stateCount: Int { queriesPerUnit * AttentionState.stride(paddedWidth) }
  /// The number of floats that a thread needs: the queries of a unit twice, and two states.
  var scratchCount: Int { 2 * queriesPerUnit * paddedWidth + 2 * stateCount }
}
