// Blocks of 256 elements, in groups of eight that are a point of a codebook with the levels 8, 25 and 43, plus signs.

/// 2-bit elements: `d`, then per 32 elements four 8-bit point indices and a word of signs and scale.
///
/// The word has four times seven sign bits, and the scale in the highest four bits.
///
///     element = d · (0.5 + scale) / 4 · coordinate · sign
public enum IQ2_XXS: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq2_XXS }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let (d, grid) = unsafe (factor(block), Grid.iq2_XXS)
    for group in 0..<8 {
      let signs = unsafe part(block, at: 2 + 8 * group + 4, as: UInt32.self)
      let scale = d * (0.5 + Float(signs >> 28)) * 0.25
      for index in 0..<4 {
        let point = Int(unsafe part(block, at: 2 + 8 * group + index, as: UInt8.self))
        let bits = signs >> UInt32(7 * index)
        for k in 0..<8 { unsafe values[group * 32 + index * 8 + k] = scale * grid[point, k] * sign(bits, k) }
      }
    }
  }
}

/// 2-bit elements: `d`, then per 8 elements a word with a 9-bit point index and seven sign bits, then 4-bit scales.
///
/// There is one scale per 16 elements.
///
///     element = d · (0.5 + scale) / 4 · coordinate · sign
public enum IQ2_XS: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq2_XS }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let (d, grid) = unsafe (factor(block), Grid.iq2_XS)
    for index in 0..<32 {
      let word = unsafe part(block, at: 2 + 2 * index, as: UInt16.self)
      let scale = unsafe d * (0.5 + Float(nibble(block + 66, index / 2))) * 0.25
      let bits = UInt32(word >> 9)
      for k in 0..<8 { unsafe values[index * 8 + k] = scale * grid[Int(word & 511), k] * sign(bits, k) }
    }
  }
}

/// 2-bit elements: `d`, the low 8 bits of 32 point indices, 32 bytes of signs, high bits of indices, then 4-bit scales.
///
/// The two high bits of the point indices are in 8 bytes, and there is one scale per 16 elements.
///
///     element = d · (0.5 + scale) / 4 · coordinate · sign
public enum IQ2_S: BlockFormat {
  /// The tensor type.
  public static var type: TensorType { .iq2_S }

  /// Dequantises one block into `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let (d, grid) = unsafe (factor(block), Grid.iq2_S)
    for index in 0..<32 {
      let low = unsafe part(block, at: 2 + index, as: UInt8.self)
      let signs = unsafe part(block, at: 34 + index, as: UInt8.self)
      let high = unsafe part(block, at: 66 + index / 4, as: UInt8.self) >> (index % 4 * 2) & 3
      let scale = unsafe d * (0.5 + Float(nibble(block + 74, index / 2))) * 0.25
      let point = Int(low) | Int(high) << 8
      for k in 0..<8 { unsafe values[index * 8 + k] = scale * grid[point, k] * sign(signs, k) }
    }
  }
}

/// Reads a nibble by index; the low nibble of each byte comes first.
@inline(__always)
func nibble(_ bytes: UnsafeRawPointer, _ index: Int) -> UInt8 {
  unsafe bytes.load(fromByteOffset: index / 2, as: UInt8.self) >> (index % 2 * 4) & 15
}
