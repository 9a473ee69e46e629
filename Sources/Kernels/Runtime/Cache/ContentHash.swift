/// A 128-bit non-cryptographic hash for detecting accidental corruption.
///
/// It does not protect against deliberate collisions: a process that can write a cache can also write matching hashes.
/// It detects torn writes, bit rot and files of another model. The standard library has no stable hash, and Foundation
/// has none without a further package.
///
/// Four lanes consume 8 bytes each in turn by `lane ← rotate((lane ⊕ word) · odd, 29)`, which is a bijection of the
/// lane and of the word, and so is the combination of the lanes into each half of the result. A change of one word,
/// such as that of any single byte, always changes both halves.
struct ContentHash: Hashable, Sendable {
  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// Hashes bytes in memory.
  init(_ bytes: UnsafeRawBufferPointer) {
    var lanes = (Self.factors.0, Self.factors.1, Self.factors.2, ~Self.factors.0)
    let whole = bytes.count / 32 * 32
    var offset = 0
    while offset < whole {
      // Safe: 32 bytes follow.
      unsafe lanes.0 = Self.mixed(lanes.0, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      unsafe lanes.1 = Self.mixed(lanes.1, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      unsafe lanes.2 = Self.mixed(lanes.2, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
      unsafe lanes.3 = Self.mixed(lanes.3, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
      offset += 32
    }
    // The tail is padded with zeros; the length distinguishes them from zeros of the contents.
    while offset < bytes.count {
      var word: UInt64 = 0
      for index in offset..<min(offset + 8, bytes.count) {
        unsafe word |= UInt64(bytes[index]) << UInt64(8 * (index - offset))
      }
      lanes = (lanes.1, lanes.2, lanes.3, Self.mixed(lanes.0, word))
      offset += 8
    }
    let length = UInt64(bytes.count)
    low = [lanes.0, lanes.1, lanes.2, lanes.3].reduce(length) { Self.avalanche($0 ^ Self.avalanche($1)) }
    high = [lanes.3, lanes.1, lanes.0, lanes.2].reduce(~length) { Self.avalanche(Self.avalanche($0) &+ $1) }
  }

  /// Hashes words by their representation in memory.
  init(_ words: some Sequence<UInt64>) {
    self = unsafe Array(words).withUnsafeBytes { unsafe ContentHash($0) }
  }

  /// The multipliers, odd numbers without a pattern: the fractions of √2, √3 and √7 in 64 bits.
  private static let factors: (UInt64, UInt64, UInt64) = (
    0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0xA54F_F53A_5F1D_36F1
  )

  @inline(__always)
  private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* 0x6A09_E667_F3BC_C909
    return product << 29 | product >> 35
  }

  /// Mixes a word bijectively so that each input bit affects every output bit.
  private static func avalanche(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 32) &* factors.1
    word = (word ^ word >> 29) &* factors.2
    return word ^ word >> 32
  }
}
