/// The inverse transforms of VP8 (RFC 6386, sections 14.3 and 14.4).
enum VP8Transform {
  /// Returns the first coefficients of the 16 luma blocks from the second-order block.
  static func inverseWalshHadamard(_ x: InlineArray<16, Int16>) -> InlineArray<16, Int16> {
    var rows = InlineArray<16, Int32>(repeating: 0)
    for i in 0..<4 {
      let (a, b, c, d) = (Int32(x[i]), Int32(x[4 + i]), Int32(x[8 + i]), Int32(x[12 + i]))
      rows[i] = a + d + (b + c)
      rows[4 + i] = a - d + (b - c)
      rows[8 + i] = a + d - (b + c)
      rows[12 + i] = a - d - (b - c)
    }
    var result = InlineArray<16, Int16>(repeating: 0)
    for i in stride(from: 0, to: 16, by: 4) {
      let (a, b, c, d) = (rows[i] + 3, rows[i + 1], rows[i + 2], rows[i + 3])
      result[i] = Int16(truncatingIfNeeded: (a + d + (b + c)) >> 3)
      result[i + 1] = Int16(truncatingIfNeeded: (a - d + (b - c)) >> 3)
      result[i + 2] = Int16(truncatingIfNeeded: (a + d - (b + c)) >> 3)
      result[i + 3] = Int16(truncatingIfNeeded: (a - d - (b - c)) >> 3)
    }
    return result
  }

  /// Adds the transform of a block, at `first` in coefficients, to the 4 × 4 samples at a place.
  @inline(__always)
  static func add(
    _ x: borrowing InlineArray<384, Int16>, _ first: Int, kind: UInt8, to plane: inout MutableSpan<UInt8>,
    at start: Int, stride: Int
  ) {
    if kind == 1 {
      let value = SIMD4<Int32>(repeating: (Int32(x[first]) &+ 4) &>> 3)
      for row in 0..<4 { add(value, &plane, start &+ row &* stride) }
      return
    }
    func row(_ index: Int) -> SIMD4<Int32> {
      let place = first &+ index &* 4
      return SIMD4(Int32(x[place]), Int32(x[place &+ 1]), Int32(x[place &+ 2]), Int32(x[place &+ 3]))
    }
    // Columns first, then rows, which are columns of the transposed.
    let vertical = transposed(pass(row(0), row(1), row(2), row(3)))
    let horizontal = transposed(pass(vertical.0 &+ 4, vertical.1, vertical.2, vertical.3))
    add(horizontal.0 &>> 3, &plane, start)
    add(horizontal.1 &>> 3, &plane, start &+ stride)
    add(horizontal.2 &>> 3, &plane, start &+ 2 &* stride)
    add(horizontal.3 &>> 3, &plane, start &+ 3 &* stride)
  }

  typealias Rows = (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

  /// Transforms columns.
  ///
  /// The factors are √2·cos(π/8) and √2·sin(π/8) with 16 fractional bits.
  @inline(__always)
  private static func pass(_ x0: SIMD4<Int32>, _ x1: SIMD4<Int32>, _ x2: SIMD4<Int32>, _ x3: SIMD4<Int32>) -> Rows {
    func cosine(_ x: SIMD4<Int32>) -> SIMD4<Int32> { ((x &* 20091) &>> 16) &+ x }
    func sine(_ x: SIMD4<Int32>) -> SIMD4<Int32> { (x &* 35468) &>> 16 }
    let (a, b) = (x0 &+ x2, x0 &- x2)
    let (c, d) = (sine(x1) &- cosine(x3), cosine(x1) &+ sine(x3))
    return (a &+ d, b &+ c, b &- c, a &- d)
  }

  @inline(__always)
  private static func transposed(_ x: Rows) -> Rows {
    (
      SIMD4(x.0[0], x.1[0], x.2[0], x.3[0]), SIMD4(x.0[1], x.1[1], x.2[1], x.3[1]),
      SIMD4(x.0[2], x.1[2], x.2[2], x.3[2]), SIMD4(x.0[3], x.1[3], x.2[3], x.3[3])
    )
  }

  @inline(__always)
  private static func add(_ value: SIMD4<Int32>, _ plane: inout MutableSpan<UInt8>, _ start: Int) {
    for column in 0..<4 {
      let sum = Int32(plane[start &+ column]) &+ value[column]
      plane[start &+ column] = UInt8(truncatingIfNeeded: max(0, min(255, sum)))
    }
  }
}
