// K-quant superblocks of 256 elements in groups with an integer scale and an integer minimum each.

/// 2-bit elements in 16 groups of 16: 16 bytes of scales and minimums, 64 bytes of elements, `d`, `m` (binary16).
///
///     element = d · scale · q − m · minimum
///
/// A scale is in the low, a minimum in the high nibble of a byte. Bits 2k and 2k + 1 of byte 32h + l hold element
/// 128h + 32k + l.
public enum Q2_K: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q2_K }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 80, as: UInt16.self))
    let m = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 82, as: UInt16.self))
    for index in 0..<256 {
      let group = unsafe block.load(fromByteOffset: index / 16, as: UInt8.self)
      let (scale, minimum) = (d * Float(group & 15), m * Float(group >> 4))
      unsafe values[index] = scale * Float(twoBits(block + 16, at: index)) - minimum
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe store(search.block(finiteElements(values, count: 256)), into: block)
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    unsafe store(
      search.block(finiteElements(values, count: 256), weights: weights(importance, count: 256)), into: block)
  }

  private static func store(_ best: AffineSearch.Block, into block: UnsafeMutableRawPointer) {
    for group in 0..<16 {
      let byte = UInt8(best.scales[group] | best.minima[group] << 4)
      unsafe block.storeBytes(of: byte, toByteOffset: group, as: UInt8.self)
    }
    unsafe storeTwoBits(best.codes, into: block + 16)
    unsafe block.storeBytes(of: best.d, toByteOffset: 80, as: UInt16.self)
    unsafe block.storeBytes(of: best.m, toByteOffset: 82, as: UInt16.self)
  }

  private static let search = AffineSearch(codebook: Codebook(0...3), groupSize: 16, limit: 15)
}

/// 4-bit elements in 8 groups of 32: `d`, `m`, 12 bytes of 6-bit scales and minimums, then 32 bytes per pair of groups.
///
///     element = d · scale · q − m · minimum
///
/// The first group of a pair is in the low nibbles.
public enum Q4_K: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q4_K }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    for group in 0..<8 {
      let (scale, minimum) = unsafe line(of: group, in: block)
      for j in 0..<32 {
        let byte = unsafe block.load(fromByteOffset: 16 + group / 2 * 32 + j, as: UInt8.self)
        unsafe values[group * 32 + j] = scale * Float(byte >> (group % 2 * 4) & 15) - minimum
      }
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe store(search.block(finiteElements(values, count: 256)), into: block)
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    unsafe store(
      search.block(finiteElements(values, count: 256), weights: weights(importance, count: 256)), into: block)
  }

  private static func store(_ best: AffineSearch.Block, into block: UnsafeMutableRawPointer) {
    unsafe storeLines(best, into: block)
    for pair in 0..<4 {
      unsafe storeNibbles(best.codes[pair * 64..<pair * 64 + 64], into: block + 16 + pair * 32)
    }
  }

  private static let search = AffineSearch(codebook: Codebook(0...15), groupSize: 32, limit: 63)
}

/// 5-bit elements in 8 groups of 32: as ``Q4_K``, with 32 bytes of fifth bits before the nibbles.
///
///     element = d · scale · q − m · minimum
///
/// Bit g of fifth-bit byte l belongs to element l of group g.
public enum Q5_K: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q5_K }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    for group in 0..<8 {
      let (scale, minimum) = unsafe line(of: group, in: block)
      for j in 0..<32 {
        let fifth = unsafe block.load(fromByteOffset: 16 + j, as: UInt8.self) >> group & 1
        let byte = unsafe block.load(fromByteOffset: 48 + group / 2 * 32 + j, as: UInt8.self)
        unsafe values[group * 32 + j] = scale * Float(byte >> (group % 2 * 4) & 15 | fifth << 4) - minimum
      }
    }
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe store(search.block(finiteElements(values, count: 256)), into: block)
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    unsafe store(
      search.block(finiteElements(values, count: 256), weights: weights(importance, count: 256)), into: block)
  }

  private static func store(_ best: AffineSearch.Block, into block: UnsafeMutableRawPointer) {
    unsafe storeLines(best, into: block)
    for j in 0..<32 {
      let fifth = (0..<8).reduce(0) { $0 | (best.codes[$1 * 32 + j] >> 4) << $1 }
      unsafe block.storeBytes(of: fifth, toByteOffset: 16 + j, as: UInt8.self)
    }
    for pair in 0..<4 {
      unsafe storeNibbles(best.codes[pair * 64..<pair * 64 + 64], into: block + 48 + pair * 32)
    }
  }

  private static let search = AffineSearch(codebook: Codebook(0...31), groupSize: 32, limit: 63)
}

/// Reads `d · scale` and `m · minimum` of a group from a block that starts with `d`, `m` and 12 bytes of 6-bit
/// integers.
///
/// The integers of groups 0 to 3 are the low six bits of bytes b[g] and b[4 + g]. Groups 4 to 7 have their low four
/// bits in the nibbles of b[4 + g], and their high two bits above those of group g − 4.
private func line(of group: Int, in block: UnsafeRawPointer) -> (scale: Float, minimum: Float) {
  let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
  let m = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
  let first = unsafe block.load(fromByteOffset: 4 + group % 4, as: UInt8.self)
  let second = unsafe block.load(fromByteOffset: 8 + group % 4, as: UInt8.self)
  if group < 4 { return (d * Float(first & 63), m * Float(second & 63)) }
  let low = unsafe block.load(fromByteOffset: 8 + group, as: UInt8.self)
  return (d * Float(low & 15 | (first >> 6) << 4), m * Float(low >> 4 | (second >> 6) << 4))
}

/// Stores the scales and minimums that ``line(of:in:)`` reads.
private func storeLines(_ best: AffineSearch.Block, into block: UnsafeMutableRawPointer) {
  unsafe block.storeBytes(of: best.d, as: UInt16.self)
  unsafe block.storeBytes(of: best.m, toByteOffset: 2, as: UInt16.self)
  let (scales, minima) = (best.scales.map { UInt8($0) }, best.minima.map { UInt8($0) })
  for group in 0..<4 {
    let (scale, minimum) = (scales[group + 4], minima[group + 4])
    unsafe block.storeBytes(of: scales[group] | (scale >> 4) << 6, toByteOffset: 4 + group, as: UInt8.self)
    unsafe block.storeBytes(of: minima[group] | (minimum >> 4) << 6, toByteOffset: 8 + group, as: UInt8.self)
    unsafe block.storeBytes(of: scale & 15 | minimum << 4, toByteOffset: 12 + group, as: UInt8.self)
  }
}
