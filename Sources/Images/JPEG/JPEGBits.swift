/// The bits between two markers of a JPEG file.
///
/// The bytes are freed from stuffing and packed into words, so that reading needs neither tests of bytes nor of the
/// end: zeros follow the last bit, more than one block can use.
struct JPEGBits {
  private(set) var words: [UInt32] = []
  /// The number of bits between the markers.
  private(set) var total = 0
  /// The offset in the file of the first byte, for errors.
  private(set) var offset = 0

  /// The words of zeros after the last bit: 64 codes of 16 bits, each with a value of 16 bits, and two to read ahead.
  private static let padding = 66

  /// Takes the bytes from an index up to the next marker, and returns the index of the marker or the end.
  mutating func load(_ bytes: Span<UInt8>, from start: Int) -> Int {
    words.removeAll(keepingCapacity: true)
    offset = start
    var index = start
    var word: UInt32 = 0
    var length = 0
    let end = bytes.count
    while index < end {
      let byte = bytes[index]
      if byte == 0xFF {
        guard index &+ 1 < end, bytes[index &+ 1] == 0 else { break }
        index &+= 1
      }
      index &+= 1
      word = word << 8 | UInt32(byte)
      length &+= 1
      if length & 3 == 0 { words.append(word) }
    }
    if length & 3 != 0 { words.append(word << UInt32(32 &- 8 &* (length & 3))) }
    total = length &* 8
    words.append(contentsOf: repeatElement(0, count: Self.padding))
    return index
  }
}

/// A place in the bits between two markers, and some bits read ahead.
struct JPEGBitCursor {
  private var next = 0
  /// The bits to come, from the highest downwards.
  private(set) var bits: UInt64 = 0
  /// The number of bits in `bits`.
  private(set) var count = 0

  /// The number of bits read, which may be larger than that of the bits that there are.
  @inline(__always)
  var position: Int { next &* 32 &- count }

  /// Makes sure that at least 32 bits are in `bits`.
  @inline(__always)
  mutating func refill(_ words: Span<UInt32>) {
    guard count < 32 else { return }
    if next < words.count { bits |= UInt64(words[next]) &<< UInt64(truncatingIfNeeded: 32 &- count) }
    next &+= 1
    count &+= 32
  }

  /// Removes bits, of which at least so many are there.
  @inline(__always)
  mutating func drop(_ length: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// The next bits as an index of the lookup table of ``JPEGHuffmanTable``.
  @inline(__always)
  var index: Int { Int(truncatingIfNeeded: bits &>> UInt64(64 &- JPEGHuffmanTable.lookupBits)) }

  /// Reads up to 16 bits, which are there.
  @inline(__always)
  mutating func take(_ length: Int) -> Int {
    // Two shifts, since a length of 0 would shift by all 64 bits.
    let value = Int(truncatingIfNeeded: (bits &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- length))
    drop(length)
    return value
  }

  /// Reads a bit.
  @inline(__always)
  mutating func bit(_ words: Span<UInt32>) -> Int {
    refill(words)
    return take(1)
  }

  /// Reads a signed value of a size up to 16 bits, which are there (procedure EXTEND of ITU T.81, F.2.2.1).
  @inline(__always)
  mutating func value(_ size: Int) -> Int {
    let magnitude = take(size)
    let half = (1 &<< size) &>> 1
    return magnitude < half ? magnitude &- (1 &<< size) &+ 1 : magnitude
  }

  /// Reads a symbol, after which at least 16 bits are there; nil if the bits begin no code.
  @inline(__always)
  mutating func symbol(_ table: Span<UInt32>, _ words: Span<UInt32>) -> Int? {
    refill(words)
    let entry = table[index]
    if entry & JPEGHuffmanTable.partial != 0 {
      drop(Int(truncatingIfNeeded: entry & 0x1F))
      return Int(truncatingIfNeeded: entry >> 8 & 0xFF)
    }
    guard let (symbol, length) = JPEGHuffmanTable.find(Int(truncatingIfNeeded: bits &>> 48), in: table) else {
      return nil
    }
    drop(length)
    return symbol
  }
}
