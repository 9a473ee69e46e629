/// A set of bytes.
struct ByteSet {
  private var words = SIMD4<UInt64>()

  /// Creates an empty set.
  init() {}

  mutating func insert(_ byte: UInt8) { words[Int(byte / 64)] |= 1 << UInt64(byte % 64) }

  func contains(_ byte: UInt8) -> Bool { words[Int(byte / 64)] >> UInt64(byte % 64) & 1 == 1 }
}
