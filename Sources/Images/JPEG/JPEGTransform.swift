/// The inverse discrete cosine transform of JPEG, equal to the bit to libjpeg's accurate integer method (`islow`).
///
/// The factorisation is that of C. Loeffler, A. Ligtenberg and G. Moschytz, "Practical fast 1-D DCT algorithms with 11
/// multiplications" (ICASSP 1989), with constants of 13 fractional bits, and 2 more bits between the two passes. Sums
/// before a multiplication have 16 bits, as in the vector code of libjpeg-turbo; integer sums are exact in any order,
/// so products of the same value are merged.
enum JPEGTransform {
  typealias Row = SIMD8<Int16>
  typealias Wide = SIMD8<Int32>
  typealias Rows = (Row, Row, Row, Row, Row, Row, Row, Row)

  /// Returns the sample of a block whose only coefficient is the first, times its quantiser.
  @inline(__always)
  static func flat(_ coefficient: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, (coefficient &+ 4) &>> 3 &+ 128)))
  }

  /// Transforms coefficients in natural order, times their quantisers, into 8 rows of samples.
  @inline(__always)
  @_lifetime(rows: copy rows)
  static func inverse(
    _ coefficients: Span<Int16>, _ quantizers: Span<Row>, into rows: inout MutableSpan<SIMD8<UInt8>>, at start: Int,
    stride: Int
  ) {
    precondition(coefficients.count == 64 && quantizers.count == 8)
    let columns = pass(
      (
        row(coefficients, 0) &* quantizers[0], row(coefficients, 1) &* quantizers[1],
        row(coefficients, 2) &* quantizers[2], row(coefficients, 3) &* quantizers[3],
        row(coefficients, 4) &* quantizers[4], row(coefficients, 5) &* quantizers[5],
        row(coefficients, 6) &* quantizers[6], row(coefficients, 7) &* quantizers[7]
      ), shift: 11)
    let samples = transposed(pass(transposed(columns), shift: 18))
    rows[start] = bytes(samples.0)
    rows[start &+ stride] = bytes(samples.1)
    rows[start &+ 2 &* stride] = bytes(samples.2)
    rows[start &+ 3 &* stride] = bytes(samples.3)
    rows[start &+ 4 &* stride] = bytes(samples.4)
    rows[start &+ 5 &* stride] = bytes(samples.5)
    rows[start &+ 6 &* stride] = bytes(samples.6)
    rows[start &+ 7 &* stride] = bytes(samples.7)
  }

  @inline(__always)
  private static func row(_ coefficients: Span<Int16>, _ index: Int) -> Row {
    let values = coefficients.extracting(8 &* index..<8 &* index &+ 8)
    return Row(values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7])
  }

  /// Adds 128 and limits to bytes.
  @inline(__always)
  private static func bytes(_ row: Row) -> SIMD8<UInt8> {
    SIMD8<UInt8>(saturating: row &+ 128)
  }

  @inline(__always)
  private static func product(_ row: Row, _ factor: Int32) -> Wide {
    Wide(widening: row) &* Wide(repeating: factor)
  }

  /// Rounds, shifts and limits to 16 bits.
  @inline(__always)
  private static func narrowed(_ value: Wide, _ shift: Int32) -> Row {
    ((value &+ Wide(repeating: 1 &<< (shift &- 1))) &>> Wide(repeating: shift)).saturated
  }

  /// Transforms the columns of a block, and divides the results by a power of two.
  @inline(__always)
  private static func pass(_ x: Rows, shift: Int32) -> Rows {
    // Rows 0, 2, 4 and 6.
    let sum = Wide(widening: x.0 &+ x.4) &<< Wide(repeating: 13)
    let difference = Wide(widening: x.0 &- x.4) &<< Wide(repeating: 13)
    let even3 = product(x.2, 10703) &+ product(x.6, 4433)
    let even2 = product(x.2, 4433) &+ product(x.6, -10704)
    let (a0, a3) = (sum &+ even3, sum &- even3)
    let (a1, a2) = (difference &+ even2, difference &- even2)
    // Rows 1, 3, 5 and 7.
    let (z3, z4) = (x.7 &+ x.3, x.5 &+ x.1)
    let w3 = product(z3, -6436) &+ product(z4, 9633)
    let w4 = product(z3, 9633) &+ product(z4, 6437)
    let b0 = product(x.7, -4927) &+ product(x.1, -7373) &+ w3
    let b1 = product(x.5, -4176) &+ product(x.3, -20995) &+ w4
    let b2 = product(x.5, -20995) &+ product(x.3, 4177) &+ w3
    let b3 = product(x.7, -7373) &+ product(x.1, 4926) &+ w4
    return (
      narrowed(a0 &+ b3, shift), narrowed(a1 &+ b2, shift), narrowed(a2 &+ b1, shift), narrowed(a3 &+ b0, shift),
      narrowed(a3 &- b0, shift), narrowed(a2 &- b1, shift), narrowed(a1 &- b2, shift), narrowed(a0 &- b3, shift)
    )
  }

  @inline(__always)
  private static func low(_ a: Row, _ b: Row) -> Row { Row(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]) }

  @inline(__always)
  private static func high(_ a: Row, _ b: Row) -> Row { Row(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7]) }

  /// Interleaves rows four apart; three times this is a transposition, as it turns the digits of the index.
  @inline(__always)
  private static func interleaved(_ x: Rows) -> Rows {
    (
      low(x.0, x.4), high(x.0, x.4), low(x.1, x.5), high(x.1, x.5),
      low(x.2, x.6), high(x.2, x.6), low(x.3, x.7), high(x.3, x.7)
    )
  }

  @inline(__always)
  private static func transposed(_ x: Rows) -> Rows { interleaved(interleaved(interleaved(x))) }
}
