internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// A 128-bit non-cryptographic hash for detecting accidental corruption.
///
/// It does not protect against deliberate collisions: a process that can write a cache can also write matching hashes.
/// It detects torn writes, bit rot and files of another model. The standard library has no stable hash, and Foundation
/// has none without a further package. The value is the same on all instruction sets; see `HashBlock`.
///
/// Faults that it detects, for contents of the same length:
///
/// - *A change within one 64-bit word, always.* Exactly one of the sums changes. All further steps are bijections of
///   that lane: additions, ends of blocks, and the combination of the sums into ``low``. So ``low`` changes.
/// - *Any other change within a block of 2048 bytes*, such as the same bit flipped in several words, words or lanes that
///   are swapped, or a range of zeros, *except with probability 2⁻³²* over keys chosen at random. In each lane the
///   products are the universal hash NH, for which this is the bound of any two contents (Black, Halevi, Krawczyk,
///   Krovetz, Rogaway: UMAC, 1999, theorem 4.2). A lane of the products that differs at the end of a block differs
///   after it too, and is combined into ``high`` bijectively. A fault does not depend on the keys, which are constants
///   without a pattern.
/// - *Changes of several blocks or lanes* would have to cancel both in the products, which multiply the contents, and in
///   the sums, after mixing that is not linear in either. There is no bound; the tests try many such faults.
///
/// The length is part of both halves, as the last stripe is padded with zeros.
struct ContentHash: Hashable, Sendable {
  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// Hashes bytes in memory with the kernels of an instruction set.
  init(_ bytes: UnsafeRawBufferPointer, _ vectors: any VectorKernels.Type = KernelTable.chosen.vectors) {
    var state = HashState(sums: SIMD8(), products: SIMD8())
    let size = HashBlock.stripeByteCount
    let (stripes, rest) = bytes.count.quotientAndRemainder(dividingBy: size)
    if stripes > 0, let start = bytes.baseAddress {
      // Safe: the stripes are inside the buffer.
      unsafe vectors.addToHash(start, count: stripes, keys: Self.keys, state: &state)
    }
    if rest > 0 {
      var last = SIMD64<UInt8>()
      unsafe withUnsafeMutableBytes(of: &last) { last in
        unsafe last.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(size * stripes)...]))
        guard let start = last.baseAddress else { return }
        // Safe: a vector of 64 bytes is a stripe, and the keys after those of a block are for it.
        unsafe vectors.addToHash(start, count: 1, keys: Self.keys + size * HashBlock.stripes, state: &state)
      }
    }
    let length = UInt64(bytes.count)
    low = state.sums.indices.reduce(length) { Self.avalanche($0 ^ Self.avalanche(state.sums[$1])) }
    high = state.products.indices.reduce(~length) { Self.avalanche($0 ^ Self.avalanche(state.products[$1])) }
  }

  /// Hashes words by their representation in memory.
  init(_ words: some Sequence<UInt64>) {
    self = unsafe Array(words).withUnsafeBytes { unsafe ContentHash($0) }
  }

  /// The keys of the stripes of a block, and those of a last stripe that is padded.
  // Safe to share: the memory is initialised once and never written again.
  private nonisolated(unsafe) static let keys: UnsafeRawPointer = {
    let count = HashBlock.stripeByteCount * (HashBlock.stripes + 1) / 8
    let keys = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    for index in 0..<count { unsafe (keys + index).initialize(to: key(index)) }
    return UnsafeRawPointer(keys)
  }()

  /// The word of the keys with an index: a counter, mixed.
  static func key(_ index: Int) -> UInt64 { avalanche(UInt64(index + 1) &* HashBlock.factor) }

  /// Mixes a word bijectively so that each input bit affects every output bit.
  ///
  /// The factors are the fractions of √3 and √7 in 64 bits.
  static func avalanche(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 32) &* 0xBB67_AE85_84CA_A73B
    word = (word ^ word >> 29) &* 0xA54F_F53A_5F1D_36F1
    return word ^ word >> 32
  }
}
