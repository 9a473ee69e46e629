/// A band of AC coefficients that a progressive scan gives or refines, and the run of blocks without new values.
struct JPEGBand {
  let first: Int
  let last: Int
  let shift: Int
  /// The number of blocks from here on that the last code declared to have no new values (EOBRUN).
  var blocksToSkip = 0

  init(first: Int, last: Int, shift: Int) {
    (self.first, self.last, self.shift) = (first, last, shift)
  }

  /// A bit for each coefficient of the band.
  var mask: UInt64 { (UInt64.max &>> UInt64(63 &- last)) & (UInt64.max &<< UInt64(first)) }

  /// Reads the band of a block for the first time (ITU T.81, G.1.2.2); false if the data are damaged.
  @inline(__always)
  @_lifetime(block: copy block)
  mutating func read(
    _ words: Span<UInt32>, _ cursor: inout JPEGBitCursor, _ table: Span<UInt32>, _ block: inout MutableSpan<Int16>,
    _ occupied: inout UInt64
  ) -> Bool {
    var index = first
    while index <= last {
      guard let symbol = cursor.symbol(table, words) else { return false }
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0 {
        if run == 15 {
          index &+= 16
          continue
        }
        // The run counts this block.
        blocksToSkip = (1 &<< run) &+ cursor.take(run) &- 1
        return true
      }
      index &+= run
      guard index <= last else { return false }
      block[Int(JPEGZigzag.natural[index])] = Int16(truncatingIfNeeded: cursor.value(size) &<< shift)
      occupied |= 1 &<< UInt64(index)
      index &+= 1
    }
    return true
  }

  /// Refines the band of a block by one bit (ITU T.81, G.1.2.3); false if the data are damaged.
  @inline(__always)
  @_lifetime(block: copy block)
  mutating func refine(
    _ words: Span<UInt32>, _ cursor: inout JPEGBitCursor, _ table: Span<UInt32>, _ block: inout MutableSpan<Int16>,
    _ occupied: inout UInt64
  ) -> Bool {
    let unit = Int16(truncatingIfNeeded: 1 &<< shift)
    var index = first
    while blocksToSkip == 0, index <= last {
      guard let symbol = cursor.symbol(table, words) else { return false }
      var (run, size) = (symbol >> 4, symbol & 15)
      var value: Int16 = 0
      if size == 0 {
        if run < 15 {
          blocksToSkip = (1 &<< run) &+ cursor.take(run)
          break
        }
      } else {
        // New values have a size of 1; libjpeg reads others as 1, too.
        size = 1
        value = cursor.take(size) == 1 ? unit : -unit
      }
      while index <= last {
        let place = Int(JPEGZigzag.natural[index])
        if block[place] != 0 {
          Self.correct(&block[place], unit, cursor.bit(words))
        } else {
          if run == 0 { break }
          run &-= 1
        }
        index &+= 1
      }
      guard index <= last || value == 0 else { return false }
      if value != 0 {
        block[Int(JPEGZigzag.natural[index])] = value
        occupied |= 1 &<< UInt64(index)
      }
      index &+= 1
    }
    guard blocksToSkip > 0 else { return true }
    while index <= last {
      let place = Int(JPEGZigzag.natural[index])
      if block[place] != 0 { Self.correct(&block[place], unit, cursor.bit(words)) }
      index &+= 1
    }
    blocksToSkip &-= 1
    return true
  }

  /// Adds a digit to the magnitude of a value, unless it was added before.
  @inline(__always)
  private static func correct(_ value: inout Int16, _ unit: Int16, _ bit: Int) {
    if bit == 1, value & unit == 0 { value = value > 0 ? value &+ unit : value &- unit }
  }
}
