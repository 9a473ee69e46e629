/// Norms, activations and residual sums, portable. All take any count.

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
    put(vector(x + start) * scale * vector(weight + start), output + start)
  }
  for index in whole..<count { output[index] = x[index] * scale * weight[index] }
}

/// SwiGLU: `output = silu(gate) · up`, with `silu(x) = x / (1 + exp(−x))`; the output may be the gate.
@inline(never)
public func swiGLU(
  _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Float>
) {
  let whole = count / 16 * 16
  for start in stride(from: 0, to: whole, by: 16) {
    let x = vector(gate + start)
    put(x / (1 + exponential(-x)) * vector(up + start), output + start)
  }
  for index in whole..<count {
    let x = gate[index]
    output[index] = x / (1 + exponential(SIMD16(repeating: -x))[0]) * up[index]
  }
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
