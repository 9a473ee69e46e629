// Affine formats with blocks of 32 elements, a scale and a minimum: element = d · q + m.

/// 4-bit elements: `d`, `m` (binary16), then nibbles as in ``Q4_0``.
///
///     element = d · q + m
public enum Q4_1: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q4_1 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    let m = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    for j in 0..<16 {
      let byte = unsafe block.load(fromByteOffset: 4 + j, as: UInt8.self)
      unsafe values[j] = d * Float(byte & 15) + m
      unsafe values[j + 16] = d * Float(byte >> 4) + m
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    let (d, m) = unsafe storeRange(values, steps: 15, into: block)
    for j in 0..<16 {
      let low = unsafe quant(values[j], d, m, limit: 15)
      let high = unsafe quant(values[j + 16], d, m, limit: 15)
      unsafe block.storeBytes(of: low | high << 4, toByteOffset: 4 + j, as: UInt8.self)
    }
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    let best = unsafe search.block(finiteElements(values, count: 32), weights: weights(importance, count: 32))
    unsafe storeRange(best, into: block)
    unsafe storeNibbles(best.codes[0..<32], into: block + 4)
  }

  private static let search = AffineSearch(codebook: Codebook(0...15), groupSize: 32, limit: 1)
}

/// 5-bit elements: `d`, `m`, 32 fifth bits, then the low four bits as in ``Q4_0``.
///
///     element = d · q + m
public enum Q5_1: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q5_1 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    let m = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    let fifth = unsafe block.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    for j in 0..<16 {
      let byte = unsafe block.load(fromByteOffset: 8 + j, as: UInt8.self)
      unsafe values[j] = d * Float(Int(byte & 15) + Int(fifth >> j & 1) * 16) + m
      unsafe values[j + 16] = d * Float(Int(byte >> 4) + Int(fifth >> (j + 16) & 1) * 16) + m
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    let (d, m) = unsafe storeRange(values, steps: 31, into: block)
    unsafe storeFiveBits(into: block + 4) { unsafe quant(values[$0], d, m, limit: 31) }
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    let best = unsafe search.block(finiteElements(values, count: 32), weights: weights(importance, count: 32))
    unsafe storeRange(best, into: block)
    unsafe storeFiveBits(into: block + 4) { best.codes[$0] }
  }

  private static let search = AffineSearch(codebook: Codebook(0...31), groupSize: 32, limit: 1)
}

/// Stores the scale and minimum of a block with one group, whose integer scales are 0 or 1.
private func storeRange(_ best: AffineSearch.Block, into block: UnsafeMutableRawPointer) {
  unsafe block.storeBytes(of: best.scales[0] == 0 ? 0 : best.d, as: UInt16.self)
  // The search subtracts an offset, whereas the format adds a minimum.
  unsafe block.storeBytes(of: best.minima[0] == 0 ? 0 : best.m ^ 0x8000, toByteOffset: 2, as: UInt16.self)
}

private func quant(_ value: Float, _ d: Float, _ m: Float, limit: Int) -> UInt8 {
  let inverse = d == 0 ? 0 : 1 / d
  return UInt8(min(max(integer((value - m) * inverse + 0.5), 0), limit))
}

/// Computes the scale and minimum of 32 elements, stores them in a block, and returns them unrounded.
private func storeRange(
  _ values: UnsafePointer<Float>, steps: Float, into block: UnsafeMutableRawPointer
) -> (d: Float, m: Float) {
  var (smallest, largest) = unsafe (values[0], values[0])
  for j in 1..<32 {
    smallest = min(smallest, unsafe values[j])
    largest = max(largest, unsafe values[j])
  }
  let d = (largest - smallest) / steps
  unsafe block.storeBytes(of: HalfPrecision.f16(d), as: UInt16.self)
  unsafe block.storeBytes(of: HalfPrecision.f16(smallest), toByteOffset: 2, as: UInt16.self)
  return (d, smallest)
}

/// Stores 32 five-bit integers: a word with the fifth bits, then 16 bytes of nibbles.
func storeFiveBits(into bytes: UnsafeMutableRawPointer, _ quant: (Int) -> UInt8) {
  var fifth: UInt32 = 0
  for j in 0..<16 {
    let (low, high) = (quant(j), quant(j + 16))
    fifth |= UInt32(low >> 4) << j | UInt32(high >> 4) << (j + 16)
    unsafe bytes.storeBytes(of: low & 15 | high << 4, toByteOffset: 4 + j, as: UInt8.self)
  }
  unsafe bytes.storeBytes(of: fifth, as: UInt32.self)
}

/// Truncates a float to an integer; returns 0 for infinities, NaNs and huge values, so that invalid weights do not
/// trap.
func integer(_ value: Float) -> Int { abs(value) < 0x1p30 ? Int(clamping: Double(value)) : 0 }
