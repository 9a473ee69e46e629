/// Conversions between 32-bit floats and the two 16-bit float formats, on bit patterns.
///
/// `Float16` is unavailable on Intel Macs and calls a library function for each conversion on baseline x86-64. These
/// functions give the same results for all patterns; NaNs become quiet NaNs.
public enum HalfPrecision {
  /// Converts an IEEE 754 binary16 pattern to a float.
  @inlinable
  public static func float(f16 bits: UInt16) -> Float {
    let magnitude = UInt32(bits & 0x7FFF)
    let sign = UInt32(bits & 0x8000) << 16
    if magnitude >= 0x7C00 {
      let quiet: UInt32 = magnitude > 0x7C00 ? 0x40_0000 : 0
      return Float(bitPattern: sign | 0x7F80_0000 | (magnitude & 0x3FF) << 13 | quiet)
    }
    // The shifted exponent is too small by 127 − 15; the product with 2^112 also normalises subnormals.
    let scaled = Float(bitPattern: magnitude << 13) * 0x1p112
    return Float(bitPattern: sign | scaled.bitPattern)
  }

  /// Converts a float to the nearest binary16 pattern, ties to even; values out of range become infinite.
  @inlinable
  public static func f16(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let magnitude = bits & 0x7FFF_FFFF
    if magnitude > 0x7F80_0000 { return sign | 0x7E00 | UInt16(truncatingIfNeeded: (magnitude >> 13) & 0x3FF) }
    if magnitude >= 0x4780_0000 { return sign | 0x7C00 }
    if magnitude < 0x3880_0000 {
      // A subnormal result: adding 0.5 leaves the rounded multiple of 2^-24 in the low bits of the sum.
      let sum = Float(bitPattern: magnitude) + 0.5
      return sign | UInt16(truncatingIfNeeded: sum.bitPattern &- 0x3F00_0000)
    }
    let rounded = magnitude &+ 0xFFF &+ ((magnitude >> 13) & 1)
    return sign | UInt16(truncatingIfNeeded: (rounded &- 0x3800_0000) >> 13)
  }

  /// Converts a bfloat16 pattern, the upper half of a 32-bit float, to a float.
  @inlinable
  public static func float(bf16 bits: UInt16) -> Float { Float(bitPattern: UInt32(bits) << 16) }

  /// Converts a float to the nearest bfloat16 pattern, ties to even.
  @inlinable
  public static func bf16(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    if bits & 0x7FFF_FFFF > 0x7F80_0000 { return UInt16(truncatingIfNeeded: bits >> 16) | 0x40 }
    return UInt16(truncatingIfNeeded: (bits &+ 0x7FFF &+ ((bits >> 16) & 1)) >> 16)
  }
}
