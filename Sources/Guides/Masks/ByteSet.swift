/// A set of bytes.
struct ByteSet {
  private var words = SIMD4<UInt64>()

  /// Creates an empty set.
  init() {}

  /// Creates a set of some bytes.
  init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

  mutating func insert(_ byte: UInt8) { words[Int(byte / 64)] |= 1 << UInt64(byte % 64) }

  mutating func formUnion(_ other: ByteSet) { words |= other.words }

  func contains(_ byte: UInt8) -> Bool { words[Int(byte / 64)] >> UInt64(byte % 64) & 1 == 1 }
}
