/// The hash function SHA-256 (FIPS 180-4) over bytes that are given in parts.
///
///     var hash = SHA256()
///     hash.update([UInt8]("abc".utf8).span)
///     hash.finalize().description  // "ba7816bf…"
///
/// A copy of the value is the state in the middle of a message.
public struct SHA256: Sendable {
  private var hash: BlockHash

  /// Creates a hash of no bytes.
  ///
  /// - Parameter instructions: The instruction set, by default the best one. One that the processor lacks is replaced by
  ///   the portable version.
  public init(instructions: HashInstructions = .best) {
    hash = BlockHash(
      .sha256,
      state: SIMD8(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19),
      instructions: instructions)
  }

  /// Hashes further bytes.
  public mutating func update(_ bytes: RawSpan) {
    hash.update(bytes)
  }

  /// Hashes further bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe hash.update(bytes.bytes)
  }

  /// Returns the digest of all bytes, which can be followed by others.
  public func finalize() -> HashDigest {
    var last = hash
    return HashDigest(words: last.finish(), count: 8)
  }

  /// Returns the digest of bytes.
  public static func digest(of bytes: Span<UInt8>) -> HashDigest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }
}
