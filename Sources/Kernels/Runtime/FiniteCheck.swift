/// Collects bit patterns of floating-point numbers while they are packed, to find out if all are finite.
///
/// A number is NaN or infinite if its exponent is full: then adding 1 to the exponent carries into the sign bit, which
/// is cleared before. So a number costs three operations and no branch.
struct FiniteCheck {
  /// Carries in bits 31 and 63.
  private var carries: UInt64 = 0

  /// True if none of the numbers was NaN or infinite.
  var isFinite: Bool { carries & 0x8000_0000_8000_0000 == 0 }

  /// Adds a binary16 number.
  @inline(__always)
  mutating func add(f16 bits: UInt16) { carries |= UInt64(bits & 0x7C00 &+ 0x400) << 16 }

  /// Adds a bfloat16 number.
  @inline(__always)
  mutating func add(bf16 bits: UInt16) { carries |= UInt64(bits & 0x7F80 &+ 0x80) << 16 }

  /// Adds a power of two by its exponent (E8M0), of which 255 is NaN.
  @inline(__always)
  mutating func add(exponent bits: UInt8) { carries |= UInt64(UInt16(bits) &+ 1) << 23 }

  /// Adds two binary32 numbers.
  @inline(__always)
  mutating func add(pairOfFloats bits: UInt64) {
    carries |= bits & 0x7F80_0000_7F80_0000 &+ 0x80_0000_0080_0000
  }
}
