/// The element types of the KV cache.
public enum KeyValueType: String, Sendable, CaseIterable {
  /// 32-bit floats, for exact comparisons.
  case f32
  /// binary16 numbers.
  case f16
  /// 8-bit integers in blocks of 32 with one scale per block.
  case q8_0

  /// The size in bytes of a row of `width` elements, a multiple of 32.
  package func rowByteCount(_ width: Int) -> Int {
    switch self {
    case .f32: 4 * width
    case .f16: 2 * width
    case .q8_0: width / 32 * 36
    }
  }
}
