// Blocks of 256 elements, eight of which are a point of a codebook with the levels 8, 25 and 43, with signs beside it.

/// 2-bit elements: `d`, then for each 32 elements four numbers of points of 8 bits, and a word with four times seven
/// bits of signs and a scale in the highest four bits.
///
///     element = d · (0.5 + scale) / 4 · coordinate · sign
public enum IQ2_XXS: RepackableFormat {
  /// The tensor type.
  public static var type: TensorType { .iq2_XXS }

  /// Writes the elements of one block to `values`.
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

  /// What 32 elements are multiples of.
  public static func unit(_ block: UnsafeRawPointer, _ group: Int) -> Float? {
    let scale = unsafe part(block, at: 2 + 8 * group + 4, as: UInt32.self) >> 28
    return unsafe factor(block) * (0.5 + Float(scale)) * 0.25
  }
}

/// 2-bit elements: `d`, then for each 8 elements a word with a number of a point of 9 bits and seven bits of signs, then
/// a nibble with a scale for each 16 elements.
///
///     element = d · (0.5 + scale) / 4 · coordinate · sign
public enum IQ2_XS: RepackableFormat {
  /// The tensor type.
  public static var type: TensorType { .iq2_XS }

  /// Writes the elements of one block to `values`.
  public static func dequantize(_ block: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>) {
    let (d, grid) = unsafe (factor(block), Grid.iq2_XS)
    for index in 0..<32 {
      let word = unsafe part(block, at: 2 + 2 * index, as: UInt16.self)
      let scale = unsafe d * (0.5 + Float(nibble(block + 66, index / 2))) * 0.25
      let bits = UInt32(word >> 9)
      for k in 0..<8 { unsafe values[index * 8 + k] = scale * grid[Int(word & 511), k] * sign(bits, k) }
    }
  }

  /// Two scales have no unit of which the elements would be small multiples.
  public static func unit(_ block: UnsafeRawPointer, _ group: Int) -> Float? { nil }
}

/// 2-bit elements: `d`, 32 numbers of points of which these are the low 8 bits, 32 bytes of signs, their high two bits
/// in 8 bytes, then a nibble with a scale for each 16 elements.
///
///     element = d · (0.5 + scale) / 4 · coordinate · sign
public enum IQ2_S: RepackableFormat {
  /// The tensor type.
  public static var type: TensorType { .iq2_S }

  /// Writes the elements of one block to `values`.
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

  /// Two scales have no unit of which the elements would be small multiples.
  public static func unit(_ block: UnsafeRawPointer, _ group: Int) -> Float? { nil }
}

/// A nibble of some bytes, the low one of each first.
@inline(__always)
func nibble(_ bytes: UnsafeRawPointer, _ index: Int) -> UInt8 {
  unsafe bytes.load(fromByteOffset: index / 2, as: UInt8.self) >> (index % 2 * 4) & 15
}
