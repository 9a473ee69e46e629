// Symmetric formats with blocks of 32 elements: element = d · (q − offset).

/// 4-bit elements: `d` (binary16), then 16 bytes with element j in the low and j + 16 in the high nibble of byte j.
///
///     element = d · (q − 8)
public enum Q4_0: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q4_0 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    for j in 0..<16 {
      let byte = unsafe block.load(fromByteOffset: 2 + j, as: UInt8.self)
      unsafe values[j] = d * Float(Int(byte & 15) - 8)
      unsafe values[j + 16] = d * Float(Int(byte >> 4) - 8)
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    let d = unsafe extreme(values) / -8
    unsafe block.storeBytes(of: HalfPrecision.f16(d), as: UInt16.self)
    for j in 0..<16 {
      let low = unsafe quant(values[j], d, offset: 8.5, limit: 15)
      let high = unsafe quant(values[j + 16], d, offset: 8.5, limit: 15)
      unsafe block.storeBytes(of: low | high << 4, toByteOffset: 2 + j, as: UInt8.self)
    }
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    let best = unsafe search.block(finiteElements(values, count: 32), weights: weights(importance, count: 32))
    unsafe block.storeBytes(of: best.d, as: UInt16.self)
    unsafe storeNibbles(best.codes[0..<32], into: block + 2)
  }

  private static let search = SymmetricSearch(codebook: Codebook(-8...7), groupSize: 32, scales: 1...1)
}

/// 5-bit elements: `d`, 32 fifth bits, then the low four bits as in ``Q4_0``.
///
///     element = d · (q − 16)
public enum Q5_0: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q5_0 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    let fifth = unsafe block.loadUnaligned(fromByteOffset: 2, as: UInt32.self)
    for j in 0..<16 {
      let byte = unsafe block.load(fromByteOffset: 6 + j, as: UInt8.self)
      unsafe values[j] = d * Float(Int(byte & 15) + Int(fifth >> j & 1) * 16 - 16)
      unsafe values[j + 16] = d * Float(Int(byte >> 4) + Int(fifth >> (j + 16) & 1) * 16 - 16)
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    let d = unsafe extreme(values) / -16
    unsafe block.storeBytes(of: HalfPrecision.f16(d), as: UInt16.self)
    unsafe storeFiveBits(into: block + 2) { unsafe quant(values[$0], d, offset: 16.5, limit: 31) }
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    let best = unsafe search.block(finiteElements(values, count: 32), weights: weights(importance, count: 32))
    unsafe block.storeBytes(of: best.d, as: UInt16.self)
    unsafe storeFiveBits(into: block + 2) { best.codes[$0] }
  }

  private static let search = SymmetricSearch(codebook: Codebook(-16...15), groupSize: 32, scales: 1...1)
}

/// 8-bit elements: `d`, then 32 signed bytes.
///
///     element = d · q
public enum Q8_0: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q8_0 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    for j in 0..<32 { unsafe values[j] = d * Float(block.load(fromByteOffset: 2 + j, as: Int8.self)) }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    var largest: Float = 0
    for j in 0..<32 { largest = max(largest, unsafe abs(values[j])) }
    let d = largest / 127
    // As in the reference, the quotient uses the unrounded scale, although the stored one is rounded to binary16.
    let inverse = d == 0 ? 0 : 1 / d
    unsafe block.storeBytes(of: HalfPrecision.f16(d), as: UInt16.self)
    for j in 0..<32 {
      let q = unsafe (values[j] * inverse).rounded(.toNearestOrAwayFromZero)
      unsafe block.storeBytes(of: Int8(clamping: integer(q)), toByteOffset: 2 + j, as: Int8.self)
    }
  }
}

/// The signed element of the largest magnitude, the first if several are.
private func extreme(_ values: UnsafePointer<Float>) -> Float {
  var result: Float = unsafe values[0]
  for j in 1..<32 where unsafe abs(values[j]) > abs(result) { result = unsafe values[j] }
  return result
}

private func quant(_ value: Float, _ d: Float, offset: Float, limit: Int) -> UInt8 {
  let inverse = d == 0 ? 0 : 1 / d
  return UInt8(min(max(integer(value * inverse + offset), 0), limit))
}
