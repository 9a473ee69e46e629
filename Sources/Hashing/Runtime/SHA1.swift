/// The hash function SHA-1 (FIPS 180-4) over bytes that are given in parts.
///
/// It names objects of git, and does not protect from forgery.
public struct SHA1: Sendable {
  private var hash: BlockHash

  /// Creates a hash of no bytes.
  ///
  /// - Parameter instructions: The instruction set, by default the best one. One that the processor lacks is replaced by
  ///   the portable version.
  public init(instructions: HashInstructions = .best) {
    hash = BlockHash(
      .sha1, state: SIMD8(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0),
      instructions: instructions)
  }

  /// Creates the hash of a git blob, whose length goes before its bytes.
  ///
  /// - Parameter count: The number of bytes that follow.
  public init(gitBlobOf count: Int) {
    self.init()
    let head = Array("blob \(count)\0".utf8)
    update(head.span)
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
    return HashDigest(words: last.finish(), count: 5)
  }

  /// Returns the digest of bytes.
  public static func digest(of bytes: Span<UInt8>) -> HashDigest {
    var hash = SHA1()
    hash.update(bytes)
    return hash.finalize()
  }
}
