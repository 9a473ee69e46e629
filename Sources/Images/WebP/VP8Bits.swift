/// A decoder of the binary arithmetic code of VP8 (RFC 6386, section 7).
///
/// After the last byte it reads zeros; the caller asks ``isExhausted`` often enough to end soon.
struct VP8Bits: ~Escapable {
  /// The place in the bits, and the interval.
  struct State {
    fileprivate var next = 0
    /// The bits read ahead, of which the 8 above the lowest `count` are compared with the split.
    fileprivate var value: UInt64 = 0
    fileprivate var count = -8
    /// The size of the current interval, 128 to 255.
    fileprivate var range: UInt32 = 255
  }

  private let bytes: Span<UInt8>
  private(set) var state: State

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ state: State = State()) {
    (self.bytes, self.state) = (bytes, state)
  }

  /// True if more bits were used than there are.
  var isExhausted: Bool { (state.next &- bytes.count) &* 8 > state.count &+ 8 }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func load() {
    if state.next &+ 4 <= bytes.count {
      let word = bytes.extracting(state.next..<state.next + 4)
      let bits =
        UInt64(word[0]) &<< 24 | UInt64(word[1]) &<< 16 | UInt64(word[2]) &<< 8 | UInt64(word[3])
      state.value = state.value &<< 32 | bits
    } else {
      for index in state.next..<state.next &+ 4 {
        state.value = state.value &<< 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
      }
    }
    state.next &+= 4
    state.count &+= 32
  }

  /// Reads a bit that is 0 with a probability of `probability` ÷ 256.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func bit(_ probability: UInt8) -> Bool {
    if state.count < 0 { load() }
    let split = 1 &+ (((state.range &- 1) &* UInt32(probability)) &>> 8)
    let bound = UInt64(split) &<< UInt64(truncatingIfNeeded: state.count)
    let isSet = state.value >= bound
    state.range = isSet ? state.range &- split : split
    state.value = isSet ? state.value &- bound : state.value
    let shift = state.range.leadingZeroBitCount &- 24
    state.range = state.range &<< UInt32(truncatingIfNeeded: shift)
    state.count &-= shift
    return isSet
  }

  /// Reads a bit of even probability.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func flag() -> Bool { bit(128) }

  /// Reads a number, its highest bit first.
  @_lifetime(self: copy self)
  mutating func number(_ length: Int) -> Int {
    var value = 0
    for _ in 0..<length { value = value << 1 | (flag() ? 1 : 0) }
    return value
  }

  /// Reads a magnitude and a sign.
  @_lifetime(self: copy self)
  mutating func signed(_ length: Int) -> Int {
    let magnitude = number(length)
    return flag() ? -magnitude : magnitude
  }

  /// Reads a flag and, if it is set, a magnitude and a sign; else 0.
  @_lifetime(self: copy self)
  mutating func optionalSigned(_ length: Int) -> Int { flag() ? signed(length) : 0 }
}
