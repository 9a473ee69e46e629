/// A 128-bit hash that tells bytes from other bytes after an accident.
///
/// It is no defence against somebody who wants two contents to have the same hash: whoever can write a cache can as
/// well write fitting hashes into it, whatever their kind. What it has to notice are torn writes, rotten pages and
/// files of another model. The standard library has no stable hash and Foundation none without a further package.
///
/// Four lanes take 8 bytes each in turn by `lane ← rotate((lane ⊕ word) · odd, 29)`, a bijection of the lane and of
/// the word, and so is what joins the lanes to each half of the result: a change of one word, such as that of any
/// single byte, always changes both halves.
struct ContentHash: Hashable, Sendable {
  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// The hash of the bytes in memory.
  init(_ bytes: UnsafeRawBufferPointer) {
    var lanes = (Self.factors.0, Self.factors.1, Self.factors.2, ~Self.factors.0)
    let whole = bytes.count / 32 * 32
    var place = 0
    while place < whole {
      // Safe: 32 bytes follow.
      unsafe lanes.0 = Self.mixed(lanes.0, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      unsafe lanes.1 = Self.mixed(lanes.1, bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
      unsafe lanes.2 = Self.mixed(lanes.2, bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
      unsafe lanes.3 = Self.mixed(lanes.3, bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self))
      place += 32
    }
    // The rest, filled up with zeros that the length tells from zeros of the contents.
    while place < bytes.count {
      var word: UInt64 = 0
      for index in place..<min(place + 8, bytes.count) {
        unsafe word |= UInt64(bytes[index]) << UInt64(8 * (index - place))
      }
      lanes = (lanes.1, lanes.2, lanes.3, Self.mixed(lanes.0, word))
      place += 8
    }
    let length = UInt64(bytes.count)
    low = [lanes.0, lanes.1, lanes.2, lanes.3].reduce(length) { Self.spread($0 ^ Self.spread($1)) }
    high = [lanes.3, lanes.1, lanes.0, lanes.2].reduce(~length) { Self.spread(Self.spread($0) &+ $1) }
  }

  /// The hash of words as they lie in memory.
  init(_ words: some Sequence<UInt64>) {
    self = unsafe Array(words).withUnsafeBytes { unsafe ContentHash($0) }
  }

  /// Odd numbers without a pattern: the fractions of √2, √3 and √7 in 64 bits.
  private static let factors: (UInt64, UInt64, UInt64) = (
    0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0xA54F_F53A_5F1D_36F1
  )

  @inline(__always)
  private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* 0x6A09_E667_F3BC_C909
    return product << 29 | product >> 35
  }

  /// A bijection in which each bit of the input matters to every bit of the output.
  private static func spread(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 32) &* factors.1
    word = (word ^ word >> 29) &* factors.2
    return word ^ word >> 32
  }
}
