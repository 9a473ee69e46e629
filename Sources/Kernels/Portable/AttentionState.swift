/// What attention remembers of a query between runs of positions: the weighted sum of values so far, the weights of the
/// current run, the sum of all weights in 16 parts, and the greatest score.
///
/// Sums are relative to the greatest score: they belong to weights exp(score − maximum).
public enum AttentionState {
  /// The number of positions in a run, which begins at a multiple of it.
  public static var run: Int { 64 }
  /// The number of floats for a query with heads of `width` elements.
  @inline(__always)
  public static func stride(_ width: Int) -> Int { width + run + 32 }

  // Where things are behind the sums.
  @inline(__always) static var total: Int { run }
  /// Where the greatest score is behind the sums; −∞ if no position was seen.
  @inline(__always) public static var maximum: Int { run + 16 }
  @inline(__always) static var correction: Int { run + 17 }
  /// Where the sum of all weights is behind the sums, once attention has ended.
  @inline(__always) public static var weight: Int { run + 18 }
}

/// Clears the state of `count` queries.
@inline(__always)
func beginAttention(_ state: UnsafeMutablePointer<Float>, _ count: Int, _ width: Int) {
  for query in 0..<count {
    let sums = state + query * AttentionState.stride(width)
    for column in stride(from: 0, to: AttentionState.stride(width), by: 16) { put(SIMD16(), sums + column) }
    sums[width + AttentionState.maximum] = -.infinity
  }
}

/// Sums up the parts of the weights' sum.
@inline(__always)
func endAttention(_ state: UnsafeMutablePointer<Float>, _ count: Int, _ width: Int) {
  for query in 0..<count {
    let weights = state + query * AttentionState.stride(width) + width
    weights[AttentionState.weight] = total(vector(weights + AttentionState.total))
  }
}
