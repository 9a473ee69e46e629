/// Vectors of floats for what is too small, or too rare, for kernels of each instruction set.

/// The sum of the products of two rows.
func dot(_ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, _ count: Int) -> Float {
  let whole = count / 16 * 16
  var sums = SIMD16<Float>()
  for start in stride(from: 0, to: whole, by: 16) { unsafe sums += lanes(x + start) * lanes(y + start) }
  var sum = sums.sum()
  for index in whole..<count { unsafe sum += x[index] * y[index] }
  return sum
}

@inline(__always)
func lanes(_ pointer: UnsafePointer<Float>) -> SIMD16<Float> {
  unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

@inline(__always)
func put(_ lanes: SIMD16<Float>, _ pointer: UnsafeMutablePointer<Float>) {
  unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: lanes, as: SIMD16<Float>.self)
}
