import Testing

@testable import SwiftletKernels

/// Faults with a pattern, as memory, buses and disks make them, do not cancel in the hash.
///
/// Each test makes many changed contents and expects that all of them, and the original, have hashes of their own. The
/// half with the products must differ too: by chance, two of a hundred thousand are equal once in a billion.
@Suite struct ContentFaultTests {
  /// Three blocks and a part of a stripe.
  private static let wordCount = 3 * 256 + 5
  private static let contents: [Contents] = Contents.allCases

  enum Contents: CaseIterable {
    case zeros, ones, sameWord, random, bytes

    /// Words of this kind.
    var words: [UInt64] {
      var generator = SeededGenerator(seed: 12)
      return (0..<wordCount).map { index in
        switch self {
        case .zeros: 0
        case .ones: .max
        case .sameWord: 0x0123_4567_89AB_CDEF
        case .random: generator.next()
        // Small numbers of both signs, as quantised weights are.
        case .bytes:
          (0..<8).reduce(0) { word, _ in word << 8 | UInt64(UInt8(bitPattern: Int8(generator.next() % 9) - 4)) }
        }
      }
    }
  }

  /// Adds contents and expects that they are equal to none before, unless their words are.
  private struct Known {
    /// The hash values of the standard library, which are of another kind and take less memory than the contents.
    private var contents: [ContentHash: Int] = [:]
    private var halves: Set<UInt64> = []

    mutating func add(_ words: [UInt64], _ fault: @autoclosure () -> String) {
      let hash = ContentHash(words)
      var hasher = Hasher()
      words.withUnsafeBytes { hasher.combine(bytes: $0) }
      let value = hasher.finalize()
      if let known = contents[hash] {
        #expect(known == value, "\(fault())")
      } else {
        contents[hash] = value
        #expect(halves.insert(hash.high).inserted, "\(fault())")
      }
    }
  }

  /// A bit that is stuck or flips in several words: at a distance, as often as one likes.
  @Test(arguments: contents)
  func theSameBitInSeveralWordsCounts(_ contents: Contents) {
    let own = contents.words
    var known = Known()
    known.add(own, "original")
    for bit in [0, 1, 15, 28, 31, 32, 47, 62, 63] {
      for distance in [1, 2, 4, 7, 8, 9, 16, 64, 255, 256, 257] {
        for count in [2, 3, 4, 8, 64] {
          for start in [0, 5, 250] {
            let places = (0..<count).map { start + $0 * distance }.filter { $0 < own.count }
            guard places.count == count else { continue }
            var flipped = own
            for place in places { flipped[place] ^= 1 << UInt64(bit) }
            known.add(flipped, "bit \(bit), \(count) × \(distance) words from \(start)")
          }
        }
      }
      var (set, cleared) = (own, own)
      for place in own.indices {
        set[place] |= 1 << UInt64(bit)
        cleared[place] &= ~(1 << UInt64(bit))
      }
      known.add(set, "bit \(bit) is always 1")
      known.add(cleared, "bit \(bit) is always 0")
    }
  }

  /// All pairs of bits of two words, in the same lane and in another.
  @Test(arguments: contents, [1, 8, 256])
  func anyTwoBitsCount(_ contents: Contents, _ distance: Int) {
    let own = Array(contents.words.prefix(distance + 5))
    var known = Known()
    for first in 0..<64 {
      for second in 0..<64 {
        var flipped = own
        flipped[3] ^= 1 << UInt64(first)
        flipped[3 + distance] ^= 1 << UInt64(second)
        known.add(flipped, "bits \(first) and \(second)")
      }
    }
  }

  /// Words that trade places keep all sums.
  @Test func orderOfWordsCounts() {
    let own = Contents.random.words
    var known = Known()
    known.add(own, "original")
    for first in stride(from: 0, to: own.count, by: 67) {
      for second in own.indices where second > first {
        var swapped = own
        swapped.swapAt(first, second)
        known.add(swapped, "words \(first) and \(second)")
      }
    }
    for first in own.indices {
      var swapped = own
      swapped[first] = swapped[first] << 32 | swapped[first] >> 32
      known.add(swapped, "halves of word \(first)")
    }
  }

  @Test func orderOfLanesStripesAndBlocksCounts() {
    let own = Contents.random.words
    var known = Known()
    known.add(own, "original")
    // Units of 1 word (lanes of a stripe) up to a block of 256, which trade places throughout or once.
    for size in [1, 2, 4, 8, 16, 64, 128, 256] {
      let units = own.count / size
      for distance in 1..<min(units, 16) {
        var (throughout, once) = (own, own)
        for unit in stride(from: 0, to: units - distance, by: 2 * distance) {
          for offset in 0..<min(distance, units - distance - unit) {
            for word in 0..<size {
              throughout.swapAt((unit + offset) * size + word, (unit + offset + distance) * size + word)
            }
          }
        }
        for word in 0..<size { once.swapAt(word, distance * size + word) }
        known.add(throughout, "all units of \(size) at \(distance)")
        known.add(once, "units of \(size) at \(distance)")
      }
      let rotated = Array(own[size...] + own[..<size])
      known.add(rotated, "shifted by \(size)")
    }
    known.add(own.reversed(), "reversed")
    known.add(own.map(\.byteSwapped), "bytes of words reversed")
  }

  /// Ranges that were not written, or hold what was there before or what belongs elsewhere.
  @Test(arguments: [Contents.random, .bytes, .sameWord, .ones])
  func tornWritesCount(_ contents: Contents) {
    let own = contents.words
    var generator = SeededGenerator(seed: 13)
    let before = own.map { _ in generator.next() }
    var known = Known()
    known.add(own, "original")
    for size in [1, 2, 7, 8, 9, 64, 256, 300] {
      for start in stride(from: 0, to: own.count - size, by: size == 1 ? 3 : 5) {
        let range = start..<start + size
        var (zeroed, old, moved) = (own, own, own)
        for place in range {
          zeroed[place] = 0
          old[place] = before[place]
          moved[place] = own[(place + 64) % own.count]
        }
        known.add(zeroed, "\(range) is zero")
        known.add(old, "\(range) is old")
        known.add(moved, "\(range) is of elsewhere")
      }
    }
    for end in own.indices {
      known.add(Array(own[..<end] + before[end...]), "old from \(end)")
    }
  }

  /// The same change in every block, stripe or lane, which linear combinations of equal terms would cancel.
  @Test(arguments: contents)
  func changesThatRepeatCount(_ contents: Contents) {
    let own = (0..<16).flatMap { _ in contents.words.prefix(256) }
    var known = Known()
    known.add(own, "original")
    for blocks in [2, 3, 4, 8, 16] {
      for bit in 0..<64 {
        for place in [0, 9, 255] {
          var (flipped, opposite) = (own, own)
          for block in 0..<blocks {
            flipped[256 * block + place] ^= 1 << UInt64(bit)
            // Up and down in turns keeps sums.
            let change: UInt64 = block % 2 == 0 ? 1 << UInt64(bit) : 0 &- 1 << UInt64(bit)
            opposite[256 * block + place] &+= change
          }
          known.add(flipped, "bit \(bit) of word \(place) of \(blocks) blocks")
          known.add(opposite, "bit \(bit) of word \(place) of \(blocks) blocks, up and down")
        }
      }
    }
  }

  /// Changes of opposite sign in one lane, which leave its sum as it was.
  @Test(arguments: contents)
  func changesThatKeepSumsCount(_ contents: Contents) {
    let own = contents.words
    let sums = ContentHash(own).low
    var known = Known()
    known.add(own, "original")
    for bit in 0..<64 {
      for (first, second) in [(0, 8), (3, 11), (7, 255), (1, 129), (16, 32)] {
        var changed = own
        changed[first] &+= 1 << UInt64(bit)
        changed[second] &-= 1 << UInt64(bit)
        #expect(ContentHash(changed).low == sums)
        known.add(changed, "2^\(bit) from word \(second) to \(first)")
      }
    }
  }
}
