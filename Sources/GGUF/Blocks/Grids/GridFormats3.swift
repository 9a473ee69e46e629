// Blocks of 256 elements, in groups of four that are a point of a codebook with eight levels, plus signs.

/// 3-bit elements with the levels 4, 12, 20, 28, 36, 44, 52 and 62.
///
/// A block has `d`, 64 8-bit point indices, then per 32 elements a word with four times seven sign bits and the scale
/// in the highest four bits.
///
///     element = d · (0.5 + scale) / 2 · coordinate · sign
public enum IQ3_XXS: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq3_XXS }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let (d, grid) = unsafe (factor(block), Grid.iq3_XXS)
    for index in 0..<64 {
      let point = Int(unsafe part(block, at: 2 + index, as: UInt8.self))
      let signs = unsafe part(block, at: 66 + index / 8 * 4, as: UInt32.self)
      let scale = d * (0.5 + Float(signs >> 28)) * 0.5
      let bits = signs >> UInt32(index % 8 / 2 * 7)
      for k in 0..<4 { unsafe values[index * 4 + k] = scale * grid[point, k] * sign(bits, index % 2 * 4 + k) }
    }
  }
}

/// 3-bit elements with the odd levels from 1 to 15.
///
/// A block has `d`, the low 8 bits of 64 point indices, their ninth bits in 8 bytes, 32 bytes of signs, then a 4-bit
/// scale per 32 elements.
///
///     element = d · (1 + 2 · scale) · coordinate · sign
public enum IQ3_S: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq3_S }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let grid = Grid.iq3_S
    for index in 0..<64 {
      let low = unsafe part(block, at: 2 + index, as: UInt8.self)
      let ninth = unsafe part(block, at: 66 + index / 8, as: UInt8.self) >> (index % 8) & 1
      let signs = unsafe part(block, at: 74 + index / 2, as: UInt8.self)
      let scale = unsafe factor(block) * Float(1 + 2 * nibble(block + 106, index / 8))
      let point = Int(low) | Int(ninth) << 8
      for k in 0..<4 { unsafe values[index * 4 + k] = scale * grid[point, k] * sign(signs, index % 2 * 4 + k) }
    }
  }
}
