/// Collects bit patterns of floating-point numbers while they are packed, to find out if all are finite.
///
/// A number is NaN or infinite if its exponent is full: then adding 1 to the exponent carries into the sign bit, which
/// is cleared before. So a number costs three operations and no branch.
struct FiniteCheck {
  /// Carries in bits 15, 31, 47 and 63.
  private var carries: UInt64 = 0

  /// True if none of the numbers was NaN or infinite.
  var isFinite: Bool { carries & 0x8000_8000_8000_8000 == 0 }

  /// Adds binary16 numbers.
  @inline(__always)
  mutating func add(f16 bits: RowValues<UInt16>) {
    carries |= Self.lanes(bits) & 0x7C00_7C00_7C00_7C00 &+ 0x0400_0400_0400_0400
  }

  /// Adds bfloat16 numbers.
  @inline(__always)
  mutating func add(bf16 bits: RowValues<UInt16>) {
    carries |= Self.lanes(bits) & 0x7F80_7F80_7F80_7F80 &+ 0x0080_0080_0080_0080
  }

  /// Adds powers of two by their exponents (E8M0), of which 255 is NaN.
  @inline(__always)
  mutating func add(exponents bits: RowValues<UInt8>) {
    carries |= Self.lanes(bits.map { UInt16($0) &+ 1 }) &<< 7
  }

  /// Adds binary32 numbers.
  @inline(__always)
  mutating func add(floats first: SIMD4<UInt32>, _ second: SIMD4<UInt32>) {
    let ends = (first & 0x7F80_0000 &+ 0x80_0000) | (second & 0x7F80_0000 &+ 0x80_0000)
    let halves = ends.lowHalf | ends.highHalf
    // The lower half of a lane is zero.
    carries |= UInt64(halves[0] | halves[1])
  }

  @inline(__always)
  private static func lanes(_ bits: RowValues<UInt16>) -> UInt64 {
    UInt64(bits.first) | UInt64(bits.second) &<< 16 | UInt64(bits.third) &<< 32 | UInt64(bits.fourth) &<< 48
  }
}
