/// Replaces the scores of a run with softmax weights, and stores the correction factor for earlier sums.
///
/// Only scores from `first` up to `end` are visible. A non-zero `softCap` maps them to
/// `softCap` · tanh(score / `softCap`).
@inline(__always)
func updateSoftmax(
  _ first: Int, _ end: Int, _ softCap: Float, _ sums: UnsafeMutablePointer<Float>, _ width: Int
) {
  let weights = sums + width
  if first >= AttentionState.run || end <= 0 {
    for part in 0..<4 { storeVector(SIMD16(), weights + 16 * part) }
    weights[AttentionState.correction] = 1
    return
  }
  var scores = (loadVector(weights), loadVector(weights + 16), loadVector(weights + 32), loadVector(weights + 48))
  if softCap != 0 {
    scores = (
      capped(scores.0, softCap), capped(scores.1, softCap), capped(scores.2, softCap), capped(scores.3, softCap)
    )
  }
  if first > 0 || end < AttentionState.run {
    let (first, end) = (Int32(max(first, 0)), Int32(min(end, AttentionState.run)))
    scores = (
      visible(scores.0, first, end), visible(scores.1, first - 16, end - 16), visible(scores.2, first - 32, end - 32),
      visible(scores.3, first - 48, end - 48)
    )
  }
  let greatest = larger(larger(scores.0, scores.1), larger(scores.2, scores.3))
  let oldMaximum = weights[AttentionState.maximum]
  let maximum = max(oldMaximum, greatest.max())
  if maximum > oldMaximum {
    weights[AttentionState.maximum] = maximum
    weights[AttentionState.correction] =
      oldMaximum == -.infinity ? 0 : exponential(SIMD16(repeating: oldMaximum - maximum))[0]
  } else {
    weights[AttentionState.correction] = 1
  }
  let results = (
    weight(scores.0, maximum), weight(scores.1, maximum), weight(scores.2, maximum), weight(scores.3, maximum)
  )
  storeVector(results.0, weights)
  storeVector(results.1, weights + 16)
  storeVector(results.2, weights + 32)
  storeVector(results.3, weights + 48)
  let runTotal = (results.0 + results.1) + (results.2 + results.3)
  let total = loadVector(weights + AttentionState.total)
  storeVector(total * weights[AttentionState.correction] + runTotal, weights + AttentionState.total)
}

@inline(__always)
private func larger(_ x: SIMD16<Float>, _ y: SIMD16<Float>) -> SIMD16<Float> { x.replacing(with: y, where: y .> x) }

/// Masks the scores of lanes outside `first` up to `end` with −∞.
@inline(__always)
private func visible(_ scores: SIMD16<Float>, _ first: Int32, _ end: Int32) -> SIMD16<Float> {
  let lanes = SIMD16<Int32>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  return scores.replacing(with: -.infinity, where: (lanes .< first) .| (lanes .>= end))
}

/// Computes exp(score − maximum), with 0 for a score of −∞, which `exponential` would clamp.
@inline(__always)
private func weight(_ score: SIMD16<Float>, _ maximum: Float) -> SIMD16<Float> {
  exponential(score - maximum).replacing(with: 0, where: score .== -.infinity)
}

/// Computes cap · tanh(score / cap), with tanh x = 1 − 2 / (exp 2x + 1).
@inline(__always)
private func capped(_ score: SIMD16<Float>, _ cap: Float) -> SIMD16<Float> {
  cap - 2 * cap / (exponential(score * (2 / cap)) + 1)
}
