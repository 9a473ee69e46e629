// Both functions compile to one check of bounds and one instruction, where eight subscripts are eight checks.

extension Span<UInt8> {
  /// Loads eight bytes as a little-endian word; 0 if they do not lie inside the span.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let bytes = extracting(droppingFirst: index).extracting(first: 8)
    guard bytes.count == 8 else { return 0 }
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) &<< 8 | UInt64(bytes[2]) &<< 16 | UInt64(bytes[3]) &<< 24
    let high =
      UInt64(bytes[4]) &<< 32 | UInt64(bytes[5]) &<< 40 | UInt64(bytes[6]) &<< 48 | UInt64(bytes[7]) &<< 56
    return low | high
  }
}

extension MutableSpan<UInt8> {
  /// Stores eight bytes of a little-endian word; does nothing if they do not lie inside the span.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func store(word: UInt64, at index: Int) {
    #if compiler(>=6.3)
      var bytes = _mutatingExtracting(droppingFirst: index)
    #else
      var bytes = extracting(droppingFirst: index)
    #endif
    guard bytes.count >= 8 else { return }
    bytes[0] = UInt8(truncatingIfNeeded: word)
    bytes[1] = UInt8(truncatingIfNeeded: word &>> 8)
    bytes[2] = UInt8(truncatingIfNeeded: word &>> 16)
    bytes[3] = UInt8(truncatingIfNeeded: word &>> 24)
    bytes[4] = UInt8(truncatingIfNeeded: word &>> 32)
    bytes[5] = UInt8(truncatingIfNeeded: word &>> 40)
    bytes[6] = UInt8(truncatingIfNeeded: word &>> 48)
    bytes[7] = UInt8(truncatingIfNeeded: word &>> 56)
  }
}
