import Testing

@testable import SwiftletKernels

/// The hash tells apart what accidents make of bytes.
@Suite struct ContentHashTests {
  private func hash(_ bytes: [UInt8]) -> ContentHash { bytes.withUnsafeBytes { ContentHash($0) } }

  @Test(arguments: [1, 7, 8, 31, 32, 33, 64, 100])
  func everySingleByteCounts(_ count: Int) {
    var generator = SeededGenerator(seed: 9)
    let bytes = generator.bytes(count)
    let own = hash(bytes)
    for index in bytes.indices {
      for value in UInt8.min ... .max where value != bytes[index] {
        var changed = bytes
        changed[index] = value
        let other = hash(changed)
        #expect(other.low != own.low && other.high != own.high)
      }
    }
  }

  @Test func lengthsOfZerosDiffer() {
    let hashes = (0...300).map { hash([UInt8](repeating: 0, count: $0)) }
    #expect(Set(hashes.map(\.low)).count == hashes.count && Set(hashes.map(\.high)).count == hashes.count)
  }

  @Test func orderCounts() {
    var generator = SeededGenerator(seed: 10)
    let words = (0..<16).map { _ in generator.next() }
    let own = ContentHash(words)
    for first in words.indices {
      for second in words.indices where second > first {
        var swapped = words
        swapped.swapAt(first, second)
        #expect(ContentHash(swapped) != own)
      }
    }
  }

  @Test func halvesOfTheBitsChange() {
    var generator = SeededGenerator(seed: 11)
    let bytes = generator.bytes(96)
    let own = hash(bytes)
    var changed = 0
    for bit in 0..<8 * bytes.count {
      var other = bytes
      other[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = hash(other)
      changed += (own.low ^ found.low).nonzeroBitCount + (own.high ^ found.high).nonzeroBitCount
    }
    #expect(abs(Double(changed) / Double(8 * bytes.count) - 64) < 1)
  }

  /// The numbers are in files: they must not change without the version.
  @Test func hashIsTheOneOfTheVersion() {
    #expect(hash(Array(0...99)) == ContentHash(low: 16_602_929_849_096_570_091, high: 15_896_340_689_290_438_018))
  }
}
