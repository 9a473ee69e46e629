#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  extension Vectors {
    /// Converts a block of 64 binary16 or bfloat16 weights to ``FixedPoint``, when weights are packed.
    ///
    /// A block of fewer weights is padded with zeros. The factor is at least 2⁻¹²⁶; bits below that are lost.
    ///
    /// - Parameters:
    ///   - patterns: The bit patterns of the weights.
    ///   - isBFloat16: True if the weights are bfloat16 numbers, else binary16.
    ///   - output: The buffer for 64 16-bit integers.
    /// - Returns: The factor as a bfloat16 pattern: 0 if all weights are 0, NaN if one is not finite.
    @inline(never)
    package static func convertToFixedPoint(
      _ patterns: UnsafePointer<UInt16>, isBFloat16: Bool, into output: UnsafeMutableRawPointer
    ) -> UInt16 {
      let bits = (load(patterns), load(patterns + 16), load(patterns + 32), load(patterns + 48))
      // Without their sign bits, the patterns are ordered by magnitude.
      let largest = greatest(larger(larger(bits.0, bits.1), larger(bits.2, bits.3)))
      guard largest > 0, largest < (isBFloat16 ? 0x7F80 : 0x7C00) else {
        output.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * FixedPoint.blockColumns)
        return largest == 0 ? 0 : 0x7FC0
      }

      // Two powers of two that scale the largest value to the range from 1 to 2; one alone may exceed the range of a
      // float.
      let maximum = floats(SIMD16(repeating: UInt16(largest)), isBFloat16)[0]
      let lift = maximum < 0x1p-63 ? 64 : maximum < 0x1p64 ? 0 : -64
      let exponent = Int((maximum * power(lift)).bitPattern >> 23) - 127
      @inline(__always)
      func near1(_ bits: SIMD16<Int16>) -> SIMD16<Float> {
        floats(unsafeBitCast(bits, to: SIMD16<UInt16>.self), isBFloat16) * power(lift) * power(-exponent)
      }
      let (a, b, c, d) = (near1(bits.0), near1(bits.1), near1(bits.2), near1(bits.3))
      let length = total((a * a + b * b) + (c * c + d * d)).squareRoot()
      var unit = -14
      while length > FixedPoint.weightLength * power(unit) { unit += 1 }
      let factor = max(exponent - lift + unit, -126)
      let scale = power(exponent - lift - factor)
      @inline(__always)
      func store(_ x: SIMD16<Float>, _ first: Int) {
        let rounded = integers(small: x * scale)
        output.storeBytes(of: pairs(rounded), toByteOffset: 2 * first, as: SIMD8<Int32>.self)
      }
      store(a, 0)
      store(b, 16)
      store(c, 32)
      store(d, 48)
      return UInt16(factor + 127) << 7
    }
  }

  /// 2ⁿ for n from −126 to 127.
  @inline(__always)
  private func power(_ n: Int) -> Float { Float(bitPattern: UInt32(n + 127) << 23) }

  @inline(__always)
  private func load(_ patterns: UnsafePointer<UInt16>) -> SIMD16<Int16> {
    UnsafeRawPointer(patterns).loadUnaligned(as: SIMD16<Int16>.self)
  }

  /// The elementwise maximum of patterns without their sign bits.
  @inline(__always)
  private func larger(_ x: SIMD16<Int16>, _ y: SIMD16<Int16>) -> SIMD16<Int16> {
    let (x, y) = (x & 0x7FFF, y & 0x7FFF)
    return x.replacing(with: y, where: y .> x)
  }

  @inline(__always)
  private func greatest(_ lanes: SIMD16<Int16>) -> Int16 {
    let eight = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
    var greatest: Int16 = 0
    for lane in 0..<8 { greatest = max(greatest, eight[lane]) }
    return greatest
  }

  @inline(__always)
  private func floats(_ patterns: SIMD16<UInt16>, _ isBFloat16: Bool) -> SIMD16<Float> {
    isBFloat16 ? floats(bf16: patterns) : floats(f16: patterns)
  }
#endif
