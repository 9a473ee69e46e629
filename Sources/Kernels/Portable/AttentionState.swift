/// The layout of the per-query state of online softmax (flash attention).
///
/// A state consists of the weighted sum of values so far, the weights of the current run, the sum of all weights in 16
/// lanes, and the maximum score. Weights are exp(score − maximum), so all sums are relative to the maximum score.
public enum AttentionState {
  /// The number of positions per run; runs begin at multiples of it.
  public static var run: Int { 64 }
  /// The number of floats per query for heads of `width` elements.
  @inline(__always)
  public static func stride(_ width: Int) -> Int { width + run + 32 }

  // Offsets relative to the end of the `width` sums.
  @inline(__always) static var total: Int { run }
  /// The offset of the maximum score after the sums; the score is −∞ if no position was visible.
  @inline(__always) public static var maximum: Int { run + 16 }
  @inline(__always) static var correction: Int { run + 17 }
  /// The offset of the total softmax weight after the sums, valid once attention is finalised.
  @inline(__always) public static var weight: Int { run + 18 }
}

/// Initialises the state of `count` queries.
@inline(__always)
func initializeAttention(_ state: UnsafeMutablePointer<Float>, _ count: Int, _ width: Int) {
  for query in 0..<count {
    let sums = state + query * AttentionState.stride(width)
    for column in stride(from: 0, to: AttentionState.stride(width), by: 16) { storeVector(SIMD16(), sums + column) }
    sums[width + AttentionState.maximum] = -.infinity
  }
}

/// Reduces the lanes of the weight sum of each query to the total weight.
@inline(__always)
func finalizeAttention(_ state: UnsafeMutablePointer<Float>, _ count: Int, _ width: Int) {
  for query in 0..<count {
    let weights = state + query * AttentionState.stride(width) + width
    weights[AttentionState.weight] = total(loadVector(weights + AttentionState.total))
  }
}
