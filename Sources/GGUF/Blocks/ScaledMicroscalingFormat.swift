/// 4-bit floating-point elements (E2M1) in 4 groups of 16 with 8-bit scales (unsigned E4M3).
///
/// A block has the 4 scales, then 8 bytes per group with the first half of the elements in the low nibbles.
///
///     element = factor / 2 · level(q)
///
/// The levels are the doubled E2M1 numbers, as in ``MXFP4``. The largest scale pattern, NaN in E4M3, is 0, as in the
/// `gguf` package. A separate tensor may hold a scale for the whole tensor.
public enum NVFP4: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .nvfp4 }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    for group in 0..<4 {
      let factor = unsafe factor(pattern: part(block, at: group, as: UInt8.self))
      for j in 0..<8 {
        let byte = unsafe part(block, at: 4 + 8 * group + j, as: UInt8.self)
        unsafe values[16 * group + j] = factor * levels[Int(byte & 15)]
        unsafe values[16 * group + 8 + j] = factor * levels[Int(byte >> 4)]
      }
    }
  }

  private static let levels: [Float] = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12]

  private static func factor(pattern: UInt8) -> Float {
    guard pattern != 0x7F else { return 0 }
    let (exponent, fraction) = (Int(pattern >> 3 & 15), Float(pattern & 7))
    return exponent == 0
      ? fraction * 0x1p-10 : (1 + fraction / 8) * Float(sign: .plus, exponent: exponent - 8, significand: 1)
  }
}
