extension BitReader {
  /// The reason why decoding of symbols stopped.
  enum Outcome {
    /// The output reached its limit.
    case full
    case endOfBlock
    case badCode
    case badDistance(Int)
  }

  /// Decodes literals and matches until the output reaches a limit or the block ends.
  ///
  /// The window has room for ``Inflater/slack`` bytes after the limit: a few literals more, a match of 258 bytes, and
  /// the rest of its last word.
  @_lifetime(self: copy self)
  mutating func decodeSymbols(
    _ literals: Span<UInt32>, _ distances: Span<UInt32>, into window: inout MutableSpan<UInt8>,
    position end: inout Int, limit: Int
  ) -> Outcome {
    // Local copies stay in registers.
    var bits = self
    var position = end
    let outcome = bits.decode(literals, distances, into: &window, position: &position, limit: limit)
    self = bits
    end = position
    return outcome
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func decode(
    _ literals: Span<UInt32>, _ distances: Span<UInt32>, into window: inout MutableSpan<UInt8>,
    position: inout Int, limit: Int
  ) -> Outcome {
    let mask = 1 &<< DeflateTable.literalBits &- 1
    while position < limit {
      refill()
      var entry = literals[Int(truncatingIfNeeded: buffer) & mask]
      // Codes in the primary table have at most 11 bits, so that 56 are enough for three of them and one lookup more.
      if entry & DeflateTable.literal != 0 {
        consume(Int(entry & 63))
        window[position] = UInt8(truncatingIfNeeded: entry &>> 16)
        position &+= 1
        entry = literals[Int(truncatingIfNeeded: buffer) & mask]
        if entry & DeflateTable.literal != 0 {
          consume(Int(entry & 63))
          window[position] = UInt8(truncatingIfNeeded: entry &>> 16)
          position &+= 1
          entry = literals[Int(truncatingIfNeeded: buffer) & mask]
          if entry & DeflateTable.literal != 0 {
            consume(Int(entry & 63))
            window[position] = UInt8(truncatingIfNeeded: entry &>> 16)
            position &+= 1
            continue
          }
        }
        // A match needs up to 48
        refill()
      }
      if entry & DeflateTable.exceptional != 0 {
        if entry & DeflateTable.second != 0 {
          consume(DeflateTable.literalBits)
          let rest = Int(truncatingIfNeeded: buffer) & (1 &<< Int(entry &>> 8 & 15) &- 1)
          entry = literals[Int(entry &>> 16) &+ rest]
        }
        if entry & DeflateTable.literal != 0 {
          consume(Int(entry & 63))
          window[position] = UInt8(truncatingIfNeeded: entry &>> 16)
          position &+= 1
          continue
        }
        if entry & DeflateTable.exceptional != 0 {
          consume(Int(entry & 63))
          return entry & DeflateTable.end != 0 ? .endOfBlock : .badCode
        }
      }
      let length = value(of: entry)

      entry = distances[Int(truncatingIfNeeded: buffer) & (1 &<< DeflateTable.distanceBits &- 1)]
      if entry & DeflateTable.exceptional != 0 {
        if entry & DeflateTable.second != 0 {
          consume(DeflateTable.distanceBits)
          let rest = Int(truncatingIfNeeded: buffer) & (1 &<< Int(entry &>> 8 & 15) &- 1)
          entry = distances[Int(entry &>> 16) &+ rest]
        }
        guard entry & DeflateTable.exceptional == 0 else { return .badCode }
      }
      let distance = value(of: entry)
      guard distance <= position else { return .badDistance(distance) }
      window.copyMatch(length, distance, to: position)
      position &+= length
    }
    return .full
  }

  /// Consumes the code and the extra bits of a length or distance, and returns it.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func value(of entry: UInt32) -> Int {
    let total = UInt64(entry & 63)
    let extra = (buffer & (1 &<< total &- 1)) &>> UInt64(entry &>> 8 & 15)
    consume(Int(total))
    return Int(entry &>> 16) &+ Int(truncatingIfNeeded: extra)
  }
}

extension MutableSpan<UInt8> {
  /// Repeats earlier bytes, in words, which may overwrite up to seven bytes after the match.
  @inline(__always)
  @_lifetime(self: copy self)
  fileprivate mutating func copyMatch(_ length: Int, _ distance: Int, to position: Int) {
    var target = position
    let end = position &+ length
    if distance >= 8 {
      var source = position &- distance
      repeat {
        store(word: span.word(at: source), at: target)
        source &+= 8
        target &+= 8
      } while target < end
    } else {
      // The bytes repeat, so one word of repetitions serves for all, in steps of whole repetitions.
      let shift = UInt64(truncatingIfNeeded: distance &* 8)
      var pattern = span.word(at: position &- distance) & (1 &<< shift &- 1)
      var width = shift
      while width < 64 {
        pattern |= pattern &<< width
        width &*= 2
      }
      let step = 8 / distance &* distance
      repeat {
        store(word: pattern, at: target)
        target &+= step
      } while target < end
    }
  }
}
