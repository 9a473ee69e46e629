/// The checksum of zlib streams (RFC 1950, section 8.2), computed piece by piece.
struct Adler32 {
  private var low: UInt64 = 1
  private var high: UInt64 = 0

  /// The checksum of the bytes so far.
  var value: UInt32 { UInt32(truncatingIfNeeded: high << 16 | low) }

  /// Adds bytes.
  mutating func update(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      // The sums of lanes stay below 2³², and the remainder is taken once per piece.
      let count = min(bytes.count &- index, 4096)
      update(piece: bytes.extracting(index..<index &+ count))
      index &+= count
    }
  }

  private mutating func update(piece: Span<UInt8>) {
    // Lane k sums the bytes 8i + k, and `earlier` the sums before each row of eight bytes, which count eight times more.
    var sums = SIMD8<UInt32>.zero
    var earlier = SIMD8<UInt32>.zero
    let rows = piece.count / 8
    for row in 0..<rows {
      let word = piece.word(at: row &* 8)
      earlier &+= sums
      sums &+= SIMD8<UInt32>(
        UInt32(truncatingIfNeeded: word & 255), UInt32(truncatingIfNeeded: word &>> 8 & 255),
        UInt32(truncatingIfNeeded: word &>> 16 & 255), UInt32(truncatingIfNeeded: word &>> 24 & 255),
        UInt32(truncatingIfNeeded: word &>> 32 & 255), UInt32(truncatingIfNeeded: word &>> 40 & 255),
        UInt32(truncatingIfNeeded: word &>> 48 & 255), UInt32(truncatingIfNeeded: word &>> 56))
    }
    high &+= low &* UInt64(truncatingIfNeeded: rows &* 8)
    for lane in 0..<8 {
      let sum = UInt64(sums[lane])
      high &+= 8 &* UInt64(earlier[lane]) &+ UInt64(truncatingIfNeeded: 8 &- lane) &* sum
      low &+= sum
    }
    for index in rows &* 8..<piece.count {
      low &+= UInt64(piece[index])
      high &+= low
    }
    low %= 65521
    high %= 65521
  }
}

/// The checksum of PNG chunks (ISO 3309), computed eight bytes at a time.
enum CRC32 {
  /// Eight tables of 256 entries: table k is for a byte followed by k others.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    for index in 256..<tables.count {
      let crc = tables[index - 256]
      tables[index] = crc >> 8 ^ tables[Int(crc & 255)]
    }
    return tables
  }()

  /// Returns the checksum of bytes.
  static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
    let tables = tables.span
    var crc: UInt32 = 0xFFFF_FFFF
    let words = bytes.count / 8
    for word in 0..<words {
      let value = bytes.word(at: word &* 8) ^ UInt64(crc)
      crc = 0
      for byte in 0..<8 {
        crc ^= tables[(7 &- byte) &* 256 &+ Int(truncatingIfNeeded: value &>> UInt64(byte &* 8) & 255)]
      }
    }
    for index in words &* 8..<bytes.count {
      crc = crc &>> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 255)]
    }
    return ~crc
  }
}
