// K-quant superblocks of 256 elements in 16 symmetric groups of 16, with an integer scale each.

/// 3-bit elements: 32 bytes of third bits, 64 bytes of low bits as in ``Q2_K``, 12 bytes of 6-bit scales, `d`.
///
///     element = d · (scale − 32) · (q − 4)
///
/// Bit k of third-bit byte l belongs to element 32k + l. Of the scales' bytes b, the low four bits of scale i are
/// nibble i / 8 of b[i % 8], the high two bits pair i / 4 of b[8 + i % 4].
public enum Q3_K: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q3_K }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 108, as: UInt16.self))
    for index in 0..<256 {
      let group = index / 16
      let low = unsafe block.load(fromByteOffset: 96 + group % 8, as: UInt8.self) >> (group / 8 * 4) & 15
      let high = unsafe block.load(fromByteOffset: 104 + group % 4, as: UInt8.self) >> (group / 4 * 2) & 3
      let third = unsafe block.load(fromByteOffset: index % 32, as: UInt8.self) >> (index / 32) & 1
      let q = unsafe twoBits(block + 32, at: index) | third << 2
      unsafe values[index] = d * Float(Int(low | high << 4) - 32) * Float(Int(q) - 4)
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

  private static func store(_ best: SymmetricSearch.Block, into block: UnsafeMutableRawPointer) {
    let scales = best.scales.map { UInt8($0 + 32) }
    for j in 0..<32 {
      let third = (0..<8).reduce(0) { $0 | (best.codes[$1 * 32 + j] >> 2) << $1 }
      unsafe block.storeBytes(of: third, toByteOffset: j, as: UInt8.self)
    }
    unsafe storeTwoBits(best.codes, into: block + 32)
    for j in 0..<8 {
      unsafe block.storeBytes(of: scales[j] & 15 | scales[j + 8] << 4, toByteOffset: 96 + j, as: UInt8.self)
    }
    for j in 0..<4 {
      let high = (0..<4).reduce(0) { $0 | (scales[$1 * 4 + j] >> 4) << ($1 * 2) }
      unsafe block.storeBytes(of: high, toByteOffset: 104 + j, as: UInt8.self)
    }
    unsafe block.storeBytes(of: best.d, toByteOffset: 108, as: UInt16.self)
  }

  private static let search = SymmetricSearch(codebook: Codebook(-4...3), groupSize: 16, scales: -32...31)
}

/// 6-bit elements: 128 bytes of low nibbles, 64 bytes of high pairs of bits as in ``Q2_K``, 16 signed bytes of scales,
/// `d`.
///
///     element = d · scale · (q − 32)
///
/// Nibble k of low byte 64h + l holds element 128h + 64k + l.
public enum Q6_K: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .q6_K }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(fromByteOffset: 208, as: UInt16.self))
    for index in 0..<256 {
      let scale = unsafe d * Float(block.load(fromByteOffset: 192 + index / 16, as: Int8.self))
      let byte = unsafe block.load(fromByteOffset: index / 128 * 64 + index % 64, as: UInt8.self)
      let q = unsafe byte >> (index / 64 % 2 * 4) & 15 | twoBits(block + 128, at: index) << 4
      unsafe values[index] = scale * Float(Int(q) - 32)
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

  private static func store(_ best: SymmetricSearch.Block, into block: UnsafeMutableRawPointer) {
    for half in 0..<2 {
      unsafe storeNibbles(best.codes[half * 128..<half * 128 + 128], into: block + half * 64)
    }
    unsafe storeTwoBits(best.codes.map { $0 >> 4 }, into: block + 128)
    for group in 0..<16 {
      unsafe block.storeBytes(of: Int8(best.scales[group]), toByteOffset: 192 + group, as: Int8.self)
    }
    unsafe block.storeBytes(of: best.d, toByteOffset: 208, as: UInt16.self)
  }

  private static let search = SymmetricSearch(codebook: Codebook(-32...31), groupSize: 16, scales: -128...127)
}

/// Reads one of 256 2-bit elements: bits 2k and 2k + 1 of byte 32h + l hold element 128h + 32k + l.
func twoBits(_ bytes: UnsafeRawPointer, at index: Int) -> UInt8 {
  unsafe bytes.load(fromByteOffset: index / 128 * 32 + index % 32, as: UInt8.self) >> (index / 32 % 4 * 2) & 3
}

/// Stores the low two bits of 256 codes in the layout that ``twoBits(_:at:)`` reads.
func storeTwoBits(_ codes: [UInt8], into bytes: UnsafeMutableRawPointer) {
  for offset in 0..<64 {
    let start = offset / 32 * 128 + offset % 32
    let byte = (0..<4).reduce(0) { $0 | (codes[start + $1 * 32] & 3) << ($1 * 2) }
    unsafe bytes.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
  }
}
