/// Stores the first `rows` lanes.
@inline(__always)
func store(_ lanes: SIMD16<Float>, _ rows: Int, to output: UnsafeMutablePointer<Float>) {
  if rows == Panel.rows {
    UnsafeMutableRawPointer(output).storeBytes(of: lanes, as: SIMD16<Float>.self)
  } else {
    for row in 0..<rows { output[row] = lanes[row] }
  }
}
