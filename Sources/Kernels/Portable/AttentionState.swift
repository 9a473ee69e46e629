/// What attention remembers of a query between runs of positions: the weighted sum of values so far, the weights of the
/// current run, then maximum and sum of the softmax.
public enum AttentionState {
  /// The number of floats for a query with heads of `width` elements.
  @inline(__always)
  public static func stride(_ width: Int) -> Int { width + 32 }

  // Where things are behind the sums and the 16 weights.
  @inline(__always) static var maximum: Int { 16 }
  @inline(__always) static var total: Int { 17 }
  @inline(__always) static var correction: Int { 18 }
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

/// Turns 16 scores, of which the first `valid` count, into weights and returns what earlier sums are multiplied with.
@inline(__always)
func updateSoftmax(
  _ scores: SIMD16<Float>, _ valid: Int, _ sums: UnsafeMutablePointer<Float>, _ width: Int
) -> Float {
  let lanes = SIMD16<Int32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  let isValid = lanes .< Int32(clamping: valid)
  let masked = scores.replacing(with: -.infinity, where: .!isValid)
  let oldMaximum = sums[width + AttentionState.maximum]
  let maximum = max(oldMaximum, masked.max())
  let correction = oldMaximum == -.infinity ? 0 : exponential(SIMD16(repeating: oldMaximum - maximum))[0]
  let weights = exponential(masked - maximum).replacing(with: 0, where: .!isValid)
  put(weights, sums + width)
  sums[width + AttentionState.maximum] = maximum
  sums[width + AttentionState.total] = sums[width + AttentionState.total] * correction + total(weights)
  return correction
}

/// Divides the sums by the sum of the weights.
@inline(__always)
func endAttention(_ state: UnsafeMutablePointer<Float>, _ count: Int, _ width: Int) {
  for query in 0..<count {
    let sums = state + query * AttentionState.stride(width)
    let inverse = 1 / sums[width + AttentionState.total]
    for column in stride(from: 0, to: width, by: 16) { put(vector(sums + column) * inverse, sums + column) }
  }
}
