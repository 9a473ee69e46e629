/// Rows of floats rounded to bfloat16, as products with bfloat16 weights take them.

/// Writes `count` columns of `rows` rows, `stride` floats apart, into a group of ``ActivationGroup``, rounded.
@inline(never)
public func interleaveBrainFloats(
  _ values: UnsafePointer<Float>, _ stride: Int, _ rows: Int, _ count: Int, _ group: UnsafeMutablePointer<Float>
) {
  // Blocks of columns that stay in the first-level cache while row after row is spread over them.
  for start in Swift.stride(from: 0, to: count, by: 64) {
    for row in 0..<rows {
      let source = values + row * stride
      var target = group + (start * rows + row)
      for column in start..<min(start + 64, count) {
        target.pointee = roundedToBrainFloat(source[column])
        target += rows
      }
    }
  }
}

/// The nearest bfloat16 number, ties to even; a NaN stays one.
@inline(__always)
private func roundedToBrainFloat(_ value: Float) -> Float {
  let bits = value.bitPattern
  guard value == value else { return Float(bitPattern: (bits | 0x40_0000) & 0xFFFF_0000) }
  return Float(bitPattern: (bits &+ 0x7FFF &+ (bits &>> 16 & 1)) & 0xFFFF_0000)
}
