/// RMSNorm and residual sums, portable. All take any count.

/// RMSNorm, `output = x / √(mean(x²) + epsilon) · weight`; the output may be the input.
@inline(never)
public func rmsNorm(
  _ x: UnsafePointer<Float>, _ weight: UnsafePointer<Float>, _ count: Int, _ epsilon: Float,
  _ output: UnsafeMutablePointer<Float>
) {
  var lanes = SIMD16<Float>()
  var tail: Float = 0
  let whole = count / 16 * 16
  for start in stride(from: 0, to: whole, by: 16) {
    let values = vector(x + start)
    lanes += values * values
  }
  for index in whole..<count { tail += x[index] * x[index] }
  let scale = 1 / ((total(lanes) + tail) / Float(count) + epsilon).squareRoot()
  for start in stride(from: 0, to: whole, by: 16) {
    let normed: SIMD16<Float> = vector(x + start) * scale
    put(normed * vector(weight + start), output + start)
  }
  for index in whole..<count { output[index] = x[index] * scale * weight[index] }
}

/// `sum += x`, element by element.
@inline(never)
public func add(_ x: UnsafePointer<Float>, _ sum: UnsafeMutablePointer<Float>, _ count: Int) {
  let whole = count / 16 * 16
  for start in stride(from: 0, to: whole, by: 16) { put(vector(sum + start) + vector(x + start), sum + start) }
  for index in whole..<count { sum[index] += x[index] }
}

@inline(__always)
func vector(_ pointer: UnsafePointer<Float>) -> SIMD16<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

@inline(__always)
func put(_ lanes: SIMD16<Float>, _ pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: SIMD16<Float>.self)
}
