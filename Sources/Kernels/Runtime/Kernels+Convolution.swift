internal import SwiftletKernelInterface

/// Causal depthwise convolutions along a sequence, whose state is the last inputs.
extension Kernels {
  /// The number of columns per work item.
  private static let columnChunk = 64

  /// Convolves columns of `x` in place: each becomes the weighted sum of its last inputs, oldest first.
  ///
  /// `weights` has a row for each step, one more than the state. With `isGated`, rows of `x` consist of three parts of
  /// equal width: the product of the first and the third is convolved, and the result times the second replaces the
  /// third. Otherwise the input begins at `column`, and SiLU is applied to the result. `bias` is added to the sums.
  public func convolve(
    _ x: FloatRows, column: Int = 0, _ sequences: [SequenceRows], weights: FloatRows, bias: FloatRows? = nil,
    state index: Int, isGated: Bool
  ) {
    let (columns, past) = (weights.columns, weights.rows - 1)
    precondition(x.columns >= column + (isGated ? 3 : 1) * columns, "convolution extents differ")
    precondition(bias.map { $0.columns == columns } ?? true, "bias extents differ")
    precondition(sequences.allSatisfy { $0.cache.pool.states.columns >= past * columns }, "the state is too small")
    let chunks = (columns + Self.columnChunk - 1) / Self.columnChunk
    pool.forEach(sequences.count * chunks) { [vectors] _, range in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.columnChunk) { memory in
        guard let sums = memory.baseAddress else { return }
        for item in range {
          let sequence = sequences[item / chunks]
          let first = item % chunks * Self.columnChunk
          let count = min(Self.columnChunk, columns - first)
          let state = unsafe sequence.cache.state(index) + first
          for row in sequence.rows {
            let start = unsafe x.row(row) + column + first
            let values = unsafe isGated ? start + 2 * columns : start
            if isGated { for column in 0..<count { unsafe values[column] *= start[column] } }
            let newest = unsafe weights.row(past) + first
            for column in 0..<count { unsafe sums[column] = values[column] * newest[column] }
            for step in 0..<past {
              let (old, factors) = unsafe (state + step * columns, weights.row(step) + first)
              for column in 0..<count { unsafe sums[column] += old[column] * factors[column] }
              let next = unsafe step + 1 < past ? old + columns : values
              unsafe old.update(from: next, count: count)
            }
            unsafe values.update(from: sums, count: count)
            if let bias { unsafe vectors.add(bias.row(0) + first, to: values, count: count) }
            if isGated {
              for column in 0..<count { unsafe values[column] *= start[columns + column] }
            } else {
              unsafe vectors.apply(.silu, to: values, times: nil, count: count, into: values)
            }
          }
        }
      }
    }
  }
}
