#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Portable kernels that store keys and values in the KV cache; `width` is a multiple of 32.
  extension Vectors {
    /// Stores a value as a row.
    ///
    /// Conversion to binary16 rounds to nearest even, and magnitudes that round to more than 65504 become infinite.
    @inline(never)
    package static func storeValue(
      _ value: UnsafePointer<Float>, width: Int, as type: KeyValueType, into row: UnsafeMutableRawPointer
    ) {
      switch type {
      case .f32:
        row.copyMemory(from: value, byteCount: 4 * width)
      case .f16:
        for column in stride(from: 0, to: width, by: 16) {
          row.storeBytes(of: halves(loadVector(value + column)), toByteOffset: 2 * column, as: SIMD16<UInt16>.self)
        }
      case .q8_0:
        for block in 0..<width / 32 {
          let target = row + 36 * block
          let inverse = quantizationScale(value + 32 * block, storedAt: target)
          for half in 0..<2 {
            let quants = integers(small: loadVector(value + 32 * block + 16 * half) * inverse)
            storeBytes(quants, target + 4 + 16 * half)
          }
        }
      }
    }

    /// Stores a key into its lane of a panel of 16 positions, with the same rounding as values.
    @inline(never)
    package static func storeKey(
      _ key: UnsafePointer<Float>, width: Int, as type: KeyValueType, into panel: UnsafeMutableRawPointer, lane: Int
    ) {
      switch type {
      case .f32:
        for column in 0..<width {
          panel.storeBytes(of: key[column], toByteOffset: 4 * (16 * column + lane), as: Float.self)
        }
      case .f16:
        for column in stride(from: 0, to: width, by: 16) {
          let bits = halves(loadVector(key + column))
          for index in 0..<16 {
            panel.storeBytes(of: bits[index], toByteOffset: 2 * (16 * (column + index) + lane), as: UInt16.self)
          }
        }
      case .q8_0:
        for block in 0..<width / 32 {
          let target = panel + 576 * block
          let inverse = quantizationScale(key + 32 * block, storedAt: target + 4 * lane)
          for half in 0..<2 {
            let quants = integers(small: loadVector(key + (32 * block + 16 * half)) * inverse)
            for index in 0..<16 {
              target.storeBytes(
                of: Int8(truncatingIfNeeded: quants[index]), toByteOffset: 64 + 16 * (16 * half + index) + lane,
                as: Int8.self)
            }
          }
        }
      }
    }
  }

  /// Stores the scale of 32 values and returns its inverse; see `Vectors.quantize`.
  @inline(__always)
  private func quantizationScale(
    _ values: UnsafePointer<Float>, storedAt scale: UnsafeMutableRawPointer
  ) -> Float {
    var largest: Float = 0
    for column in 0..<32 { largest = max(largest, values[column].magnitude) }
    scale.storeBytes(of: largest / 127, as: Float.self)
    return largest >= 0x1p-118 ? 127 / largest : 0
  }

  /// Converts 16 floats to the nearest binary16 patterns, ties to even.
  ///
  /// Normal results are rounded by adding half a unit to the discarded bits; subnormal results are the integer that
  /// adding 0.5 leaves in the low bits.
  @inline(__always)
  func halves(_ values: SIMD16<Float>) -> SIMD16<UInt16> {
    let bits = unsafeBitCast(values, to: SIMD16<UInt32>.self)
    let sign = bits &>> 16 & 0x8000
    let magnitude = bits & 0x7FFF_FFFF
    let normal = (magnitude &+ 0xFFF &+ (magnitude &>> 13 & 1) &- 0x3800_0000) &>> 13
    let shifted = unsafeBitCast(magnitude, to: SIMD16<Float>.self) + 0.5
    let subnormal = unsafeBitCast(shifted, to: SIMD16<UInt32>.self) &- 0x3F00_0000
    var result = normal.replacing(with: subnormal, where: magnitude .< 0x3880_0000)
    result.replace(with: 0x7C00, where: magnitude .>= 0x4780_0000)
    result.replace(with: 0x7E00, where: magnitude .> 0x7F80_0000)
    return unsafeBitCast(result | sign, to: SIMD32<UInt16>.self).evenHalf
  }
#endif
