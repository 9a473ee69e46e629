/// Causal convolutions of each channel along a sequence, whose last inputs are the state.
extension Kernels {
  /// Columns that a thread takes at once.
  private static let columnChunk = 64

  /// Convolves columns of `x` in place: each becomes the sum of its last inputs, times weights, oldest first.
  ///
  /// Rows of `weights` are the steps back, one more than the state has. With `isGated`, rows hold three parts of as many
  /// columns: what is convolved is the first times the third, which its result replaces, times the second.
  public func convolve(
    _ x: FloatRows, _ sequences: [SequenceRows], weights: FloatRows, state index: Int, isGated: Bool
  ) {
    let (columns, past) = (weights.columns, weights.rows - 1)
    precondition(x.columns >= (isGated ? 3 : 1) * columns, "convolution extents differ")
    precondition(sequences.allSatisfy { $0.cache.pool.states.columns >= past * columns }, "the state is too small")
    let chunks = (columns + Self.columnChunk - 1) / Self.columnChunk
    pool.forEach(sequences.count * chunks) { [table] _, range in
      for item in range {
        let sequence = sequences[item / chunks]
        let first = item % chunks * Self.columnChunk
        let count = min(Self.columnChunk, columns - first)
        let state = unsafe sequence.cache.state(index) + first
        for row in sequence.rows {
          let start = unsafe x.row(row) + first
          let values = unsafe isGated ? start + 2 * columns : start
          if isGated { for column in 0..<count { unsafe values[column] *= start[column] } }
          for column in 0..<count {
            let new = unsafe values[column]
            var sum = unsafe new * weights.row(past)[first + column]
            for step in 0..<past {
              let old = unsafe state[step * columns + column]
              unsafe sum += old * weights.row(step)[first + column]
              if step > 0 { unsafe state[(step - 1) * columns + column] = old }
            }
            if past > 0 { unsafe state[(past - 1) * columns + column] = new }
            unsafe values[column] = sum
          }
          if isGated {
            for column in 0..<count { unsafe values[column] *= start[columns + column] }
          } else {
            unsafe table.applyGate(GateFunction.silu.code, values, nil, count, values)
          }
        }
      }
    }
  }
}
