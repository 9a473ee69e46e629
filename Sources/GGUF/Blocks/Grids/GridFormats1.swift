// Blocks of 256 elements, in groups of eight that are a point of a codebook with the levels −1, 0 and 1, shifted up or
// down together: element = scale · (coordinate ± 1/8).

private let shift: Float = 0.125

/// 1-bit elements: `d`, the low 8 bits of 32 point indices, then a word per 32 elements.
///
/// The word has four times three high bits of point indices, three bits of scale, and the shift direction, set for
/// down.
///
///     element = d · (2 · scale + 1) · (coordinate ± 1/8)
public enum IQ1_S: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq1_S }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let (d, grid) = unsafe (factor(block), Grid.iq1_S)
    for index in 0..<32 {
      let word = unsafe part(block, at: 34 + index / 4 * 2, as: UInt16.self)
      let scale = d * Float(2 * (word >> 12 & 7) + 1)
      let delta = word & 0x8000 == 0 ? shift : -shift
      let point = Int(unsafe part(block, at: 2 + index, as: UInt8.self)) | Int(word >> (index % 4 * 3) & 7) << 8
      for k in 0..<8 { unsafe values[index * 8 + k] = scale * (grid[point, k] + delta) }
    }
  }
}

/// 1-bit elements with a scale per 16 elements.
///
/// A block has the low 8 bits of 32 point indices, a nibble per point with three high bits and the shift direction,
/// then four words. The words have three bits of scale per 16 elements, and in their highest nibbles `d`, lowest nibble
/// first.
///
///     element = d · (2 · scale + 1) · (coordinate ± 1/8)
public enum IQ1_M: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq1_M }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let grid = Grid.iq1_S
    let words = (0..<4).map { unsafe part(block, at: 48 + 2 * $0, as: UInt16.self) }
    let d = HalfPrecision.float(f16: words[0] >> 12 | (words[1] >> 12) << 4 | (words[2] >> 12) << 8 | words[3] & 0xF000)
    for index in 0..<32 {
      let high = unsafe nibble(block + 32, index)
      let scale = d * Float(2 * (words[index / 8] >> (index / 2 % 4 * 3) & 7) + 1)
      let delta = high & 8 == 0 ? shift : -shift
      let point = Int(unsafe part(block, at: index, as: UInt8.self)) | Int(high & 7) << 8
      for k in 0..<8 { unsafe values[index * 8 + k] = scale * (grid[point, k] + delta) }
    }
  }
}
