/// A reader of bits, least significant first, as in deflate streams and GIF pictures, with a buffer of 64 bits.
///
/// Zeros follow the end of the stream, so that decoding needs no check per symbol; ``isOverrun`` tells afterwards.
struct BitReader: ~Escapable {
  private let input: Span<UInt8>
  /// The next bits, of which `count` are counted; those above are the stream's as well, or 0.
  private(set) var buffer: UInt64 = 0
  private(set) var count = 0
  /// The index of the first byte that is not counted in the buffer; past the end when zeros were added.
  private var position = 0

  @_lifetime(copy input)
  init(_ input: Span<UInt8>) {
    self.input = input
  }

  /// The number of bytes of which at least a bit was consumed.
  var consumedBytes: Int { position &- count &>> 3 }

  /// True if bits after the end were consumed.
  var isOverrun: Bool { consumedBytes > input.count }

  /// Makes at least 56 bits available.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func refill() {
    guard position &+ 8 <= input.count else { return refillAtEnd() }
    buffer |= input.word(at: position) &<< UInt64(truncatingIfNeeded: count)
    position &+= (63 &- count) &>> 3
    count |= 56
  }

  @inline(never)
  @_lifetime(self: copy self)
  private mutating func refillAtEnd() {
    while count <= 56 {
      if position < input.count { buffer |= UInt64(input[position]) &<< UInt64(truncatingIfNeeded: count) }
      // A bounded number, so that the position cannot overflow: decoding ends soon after the end of the stream.
      position &+= 1
      count &+= 8
    }
  }

  /// Drops bits that are available.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func consume(_ bits: Int) {
    buffer &>>= UInt64(truncatingIfNeeded: bits)
    count &-= bits
  }

  /// Reads at most 16 bits.
  @_lifetime(self: copy self)
  mutating func read(_ bits: Int) -> Int {
    if count < bits { refill() }
    let value = Int(truncatingIfNeeded: buffer) & (1 &<< bits &- 1)
    consume(bits)
    return value
  }

  /// Drops the bits up to the next byte boundary.
  @_lifetime(self: copy self)
  mutating func align() {
    position = consumedBytes
    buffer = 0
    count = 0
  }

  /// Copies whole bytes after ``align()``; returns how many there were.
  @_lifetime(self: copy self)
  mutating func copyBytes(_ count: Int, into window: inout MutableSpan<UInt8>, at start: Int) -> Int {
    let available = max(0, min(count, input.count &- position))
    for index in 0..<available { window[start &+ index] = input[position &+ index] }
    position &+= available
    return available
  }
}
