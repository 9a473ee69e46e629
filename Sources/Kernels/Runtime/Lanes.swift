// Portable vector helpers for operations that are too small or too rare for kernels of each instruction set.

/// The dot product of two rows.
func dot(_ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, _ count: Int) -> Float {
  let whole = count / 16 * 16
  var sums = SIMD16<Float>()
  for start in stride(from: 0, to: whole, by: 16) { unsafe sums += loadVector(x + start) * loadVector(y + start) }
  var sum = sums.sum()
  for index in whole..<count { unsafe sum += x[index] * y[index] }
  return sum
}

@inline(__always)
func loadVector(_ pointer: UnsafePointer<Float>) -> SIMD16<Float> {
  unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

@inline(__always)
func storeVector(_ lanes: SIMD16<Float>, _ pointer: UnsafeMutablePointer<Float>) {
  unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: SIMD16<Float>.self)
}
