/// Integer weights × 8-bit activations, portable.
///
///     y[row] = Σ_blocks d_w · d_x · ( Σ w·x − offset · Σ x )  +  m_w · d_x · Σ x        (the last only with minimums)
///
/// The sums inside a block are integers and exact. The oracle of the other instruction sets.

/// One block of a panel of some integer format.
protocol IntegerBlock {
  static var byteCount: Int { get }
  static var offset: Int32 { get }
  static var hasMinimum: Bool { get }
  /// Σ w·x over the 32 columns for each of the 16 rows; `quants` is behind scales and minimums.
  static func dot(_ quants: UnsafeRawPointer, _ activations: UnsafePointer<Int8>) -> SIMD16<Int32>
}

enum EightBits: IntegerBlock {
  static var byteCount: Int { 544 }
  static var offset: Int32 { 128 }
  static var hasMinimum: Bool { false }

  @inline(__always)
  static func dot(_ quants: UnsafeRawPointer, _ activations: UnsafePointer<Int8>) -> SIMD16<Int32> {
    var sum = SIMD16<Int32>()
    for group in 0..<8 {
      let weights = quants.load(fromByteOffset: 64 * group, as: SIMD16<Int32>.self)
      for i in 0..<4 {
        sum &+= (weights &>> Int32(8 * i) & 255) &* Int32(activations[4 * group + i])
      }
    }
    return sum
  }
}

enum FourBits: IntegerBlock {
  static var byteCount: Int { 288 }
  static var offset: Int32 { 8 }
  static var hasMinimum: Bool { false }

  @inline(__always)
  static func dot(_ quants: UnsafeRawPointer, _ activations: UnsafePointer<Int8>) -> SIMD16<Int32> {
    var sum = SIMD16<Int32>()
    for group in 0..<4 {
      let weights = quants.load(fromByteOffset: 64 * group, as: SIMD16<Int32>.self)
      for i in 0..<4 {
        sum &+= (weights &>> Int32(8 * i) & 15) &* Int32(activations[8 * group + i])
        sum &+= (weights &>> Int32(8 * i + 4) & 15) &* Int32(activations[8 * group + 4 + i])
      }
    }
    return sum
  }
}

enum FourBitsWithMinimum: IntegerBlock {
  static var byteCount: Int { 320 }
  static var offset: Int32 { 0 }
  static var hasMinimum: Bool { true }

  @inline(__always)
  static func dot(_ quants: UnsafeRawPointer, _ activations: UnsafePointer<Int8>) -> SIMD16<Int32> {
    FourBits.dot(quants, activations)
  }
}

enum FiveBits: IntegerBlock {
  static var byteCount: Int { 352 }
  static var offset: Int32 { 16 }
  static var hasMinimum: Bool { false }

  @inline(__always)
  static func dot(_ quants: UnsafeRawPointer, _ activations: UnsafePointer<Int8>) -> SIMD16<Int32> {
    var sum = FourBits.dot(quants + 64, activations)
    for group in 0..<8 {
      let words = quants.load(fromByteOffset: 8 * group, as: SIMD2<Int32>.self)
      let shifts = SIMD8<Int32>(0, 4, 8, 12, 16, 20, 24, 28)
      let fifths = SIMD16(
        lowHalf: SIMD8(repeating: words[0]) &>> shifts, highHalf: SIMD8(repeating: words[1]) &>> shifts)
      for i in 0..<4 {
        sum &+= (fifths &>> Int32(i) & 1) &* (Int32(activations[4 * group + i]) &* 16)
      }
    }
    return sum
  }
}

enum FiveBitsWithMinimum: IntegerBlock {
  static var byteCount: Int { 384 }
  static var offset: Int32 { 0 }
  static var hasMinimum: Bool { true }

  @inline(__always)
  static func dot(_ quants: UnsafeRawPointer, _ activations: UnsafePointer<Int8>) -> SIMD16<Int32> {
    FiveBits.dot(quants, activations)
  }
}

@inline(__always)
private func multiply<Block: IntegerBlock>(
  _ block: Block.Type, _ panel: UnsafeRawPointer, _ blocks: Int, _ activations: UnsafeRawPointer, _ stride: Int,
  _ tokens: Int, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  for token in 0..<tokens {
    var sum = SIMD16<Float>()
    for index in 0..<blocks {
      let weights = panel + index * Block.byteCount
      let x = activations + token * stride + index * ActivationBlock.byteCount
      let scale = x.load(fromByteOffset: ActivationBlock.scaleOffset, as: Float.self)
      let total = x.load(fromByteOffset: ActivationBlock.sumOffset, as: Int32.self)
      let quants = weights + (Block.hasMinimum ? 64 : 32)
      let dot = Block.dot(quants, x.assumingMemoryBound(to: Int8.self)) &- Block.offset &* total
      sum += floats(small: dot) * (floats(f16: weights.load(as: SIMD16<UInt16>.self)) * scale)
      if Block.hasMinimum {
        sum += floats(f16: weights.load(fromByteOffset: 32, as: SIMD16<UInt16>.self)) * (scale * Float(total))
      }
    }
    store(sum, rows, to: output + token * outputStride)
  }
}

/// One panel of Q8_0 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyQ8_0(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(EightBits.self, panel, columns / 32, activations, stride, tokens, output, outputStride, rows)
}

/// One panel of Q4_0 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyQ4_0(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(FourBits.self, panel, columns / 32, activations, stride, tokens, output, outputStride, rows)
}

/// One panel of Q4_1 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyQ4_1(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(FourBitsWithMinimum.self, panel, columns / 32, activations, stride, tokens, output, outputStride, rows)
}

/// One panel of Q5_0 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyQ5_0(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(FiveBits.self, panel, columns / 32, activations, stride, tokens, output, outputStride, rows)
}

/// One panel of Q5_1 × tokens: writes `rows` (1…16) results a token.
@inline(never)
public func multiplyQ5_1(
  _ panel: UnsafeRawPointer, _ columns: Int, _ activations: UnsafeRawPointer, _ stride: Int, _ tokens: Int,
  _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ rows: Int
) {
  multiply(FiveBitsWithMinimum.self, panel, columns / 32, activations, stride, tokens, output, outputStride, rows)
}
