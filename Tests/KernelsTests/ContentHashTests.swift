import Testing

@testable import SwiftletKernels

/// The hash is the same on all instruction sets, and tells apart what accidents make of bytes.
@Suite struct ContentHashTests {
  private func hash(_ bytes: [UInt8]) -> ContentHash { bytes.withUnsafeBytes { ContentHash($0) } }

  @Test(arguments: KernelTable.available)
  func kernelsGiveTheHashOfTheOracle(_ table: KernelTable) {
    var generator = SeededGenerator(seed: 8)
    let sizes = Array(0...200) + (0..<60).map { _ in Int(generator.next() % 9000) } + [2047, 2048, 2049, 4096, 6208]
    for size in sizes {
      // The first byte is not aligned to a word.
      let bytes = generator.bytes(size + 3)
      let own = bytes.withUnsafeBytes { ContentHash(UnsafeRawBufferPointer(rebasing: $0[3...]), table.vectors) }
      #expect(own == hashOracle(Array(bytes[3...])), "\(table.instructionSet), \(size) bytes")
    }
    // The largest halves, whose sums with the keys overflow, and the smallest.
    for byte: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
      let bytes = [UInt8](repeating: byte, count: 5000)
      #expect(bytes.withUnsafeBytes { ContentHash($0, table.vectors) } == hashOracle(bytes))
    }
  }

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
    #expect(hash(Array(0...99)) == ContentHash(low: 15_340_188_052_268_867, high: 11_384_160_234_196_837_575))
  }
}
