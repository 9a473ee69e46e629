// Formats with a lookup table of non-linear levels, which are denser near zero: element = d · level(q).

/// 4-bit elements: `d` (binary16), then nibbles as in ``Q4_0``.
///
///     element = d · level(q)
public enum IQ4_NL: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq4_NL }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    unsafe dequantizeLevels(block + 2, d, into: values)
  }

  /// Quantises the elements at `values` into one block.
  public static func quantize(_ values: UnsafePointer<Float>, into block: UnsafeMutableRawPointer) {
    unsafe store(search.block(finiteElements(values, count: 32)), into: block)
  }

  /// Quantises one block, minimising the importance-weighted squared error.
  public static func quantize(
    _ values: UnsafePointer<Float>, importance: UnsafePointer<Float>, into block: UnsafeMutableRawPointer
  ) {
    unsafe store(
      search.block(finiteElements(values, count: 32), weights: weights(importance, count: 32)), into: block)
  }

  private static func store(_ best: SymmetricSearch.Block, into block: UnsafeMutableRawPointer) {
    unsafe block.storeBytes(of: best.d, as: UInt16.self)
    unsafe storeNibbles(best.codes[0..<32], into: block + 2)
  }

  private static let search = SymmetricSearch(codebook: Codebook(levels), groupSize: 32, scales: 1...1)
}

/// 4-bit elements in 8 groups of 32: `d`, high bit pairs and low nibbles of the 8 scales, then 16 bytes per group.
///
///     element = d · (scale − 32) · level(q)
///
/// The nibbles of a group are those of ``Q4_0``.
public enum IQ4_XS: WritableBlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq4_XS }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let d = unsafe HalfPrecision.float(f16: block.loadUnaligned(as: UInt16.self))
    let high = unsafe block.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
    for group in 0..<8 {
      let low = unsafe block.load(fromByteOffset: 4 + group / 2, as: UInt8.self) >> (group % 2 * 4) & 15
      let scale = Int(low) + Int(high >> (group * 2) & 3) * 16 - 32
      unsafe dequantizeLevels(block + 8 + group * 16, d * Float(scale), into: values + group * 32)
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
    let scales = best.scales.map { UInt16($0 + 32) }
    var (high, low): (UInt16, UInt32) = (0, 0)
    for group in 0..<8 {
      high |= (scales[group] >> 4) << (group * 2)
      low |= UInt32(scales[group] & 15) << (group * 4)
      unsafe storeNibbles(best.codes[group * 32..<group * 32 + 32], into: block + 8 + group * 16)
    }
    unsafe block.storeBytes(of: best.d, as: UInt16.self)
    unsafe block.storeBytes(of: high, toByteOffset: 2, as: UInt16.self)
    unsafe block.storeBytes(of: low, toByteOffset: 4, as: UInt32.self)
  }

  private static let search = SymmetricSearch(codebook: Codebook(levels), groupSize: 32, scales: -32...31)
}

private let levels = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113]

private func dequantizeLevels(_ bytes: UnsafeRawPointer, _ factor: Float, into values: UnsafeMutablePointer<Float>) {
  for j in 0..<16 {
    let byte = unsafe bytes.load(fromByteOffset: j, as: UInt8.self)
    unsafe values[j] = factor * Float(levels[Int(byte & 15)])
    unsafe values[j + 16] = factor * Float(levels[Int(byte >> 4)])
  }
}

/// Stores 2n 4-bit codes in n bytes, the first half in the low nibbles.
func storeNibbles(_ codes: ArraySlice<UInt8>, into bytes: UnsafeMutableRawPointer) {
  let half = codes.count / 2
  for j in 0..<half {
    let byte = codes[codes.startIndex + j] & 15 | codes[codes.startIndex + half + j] << 4
    unsafe bytes.storeBytes(of: byte, toByteOffset: j, as: UInt8.self)
  }
}
