/// The digest of a hash function.
public struct HashDigest: Sendable, Hashable, CustomStringConvertible {
  /// The bytes: 32 of SHA-256, and 20 of SHA-1.
  public let bytes: [UInt8]

  init(words: SIMD8<UInt32>, count: Int) {
    bytes = (0..<count).flatMap { index in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[index] >> $0) }
    }
  }

  /// Hexadecimal digits, in small letters.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
