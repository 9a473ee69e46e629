/// A reader of the bits of a lossless WebP stream, the lowest bit of a byte first.
///
/// After the last byte it reads zeros; the caller asks ``isExhausted`` often enough to end soon.
struct VP8LBits: ~Escapable {
  private let bytes: Span<UInt8>
  /// The offset in the file of the first byte, for errors.
  private let base: Int
  private var next = 0
  /// The bits to come, from the lowest upwards.
  private(set) var bits: UInt64 = 0
  private var count = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, at offset: Int) {
    self.bytes = bytes
    base = offset
  }

  /// True if more bits were read than there are.
  var isExhausted: Bool { next &* 8 &- count > bytes.count &* 8 }

  /// The offset in the file of the byte that is read next.
  var offset: Int { base &+ min(bytes.count, max(0, next &- count / 8)) }

  /// Makes sure that at least 32 bits are in `bits`.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func refill() {
    guard count < 32 else { return }
    if next &+ 4 <= bytes.count {
      let word = bytes.extracting(next..<next + 4)
      let value =
        UInt64(word[0]) | UInt64(word[1]) &<< 8 | UInt64(word[2]) &<< 16 | UInt64(word[3]) &<< 24
      bits |= value &<< UInt64(truncatingIfNeeded: count)
      next &+= 4
      count &+= 32
      return
    }
    for _ in 0..<4 {
      if next < bytes.count { bits |= UInt64(bytes[next]) &<< UInt64(truncatingIfNeeded: count) }
      next &+= 1
      count &+= 8
    }
  }

  /// Removes bits, of which at least so many are there.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func drop(_ length: Int) {
    bits = bits &>> UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// Reads up to 32 bits.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func read(_ length: Int) -> Int {
    refill()
    let value = bits & ((1 &<< UInt64(truncatingIfNeeded: length)) &- 1)
    drop(length)
    return Int(truncatingIfNeeded: value)
  }

  /// Returns an error at the current place.
  func error(_ code: ImageError.Code = .malformed, found: String, expected: String) -> ImageError {
    ImageError(code, format: .webp, offset: offset, found: found, expected: expected)
  }

  /// Fails if more bits were read than there are.
  func checkEnd() throws(ImageError) {
    if isExhausted { throw error(.truncated, found: "the end of the data", expected: "more of the picture") }
  }
}
