import SwiftletHashing
import Testing

/// Each instruction set against the portable version.
struct InstructionSetTests {
  private static let message: [UInt8] = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 0x9e37 >> 3 &+ $0) }

  private func digests(_ bytes: ArraySlice<UInt8>, _ instructions: HashInstructions, parts: [Int]) -> [HashDigest] {
    var (first, second) = (SHA1(instructions: instructions), SHA256(instructions: instructions))
    var rest = bytes
    var index = 0
    while !rest.isEmpty {
      let part = Array(rest.prefix(parts[index % parts.count]))
      first.update(part.span)
      second.update(part.span)
      rest = rest.dropFirst(part.count)
      index += 1
    }
    return [first.finalize(), second.finalize()]
  }

  @Test("Messages of all lengths have the same digests", arguments: HashInstructions.available)
  func lengths(instructions: HashInstructions) {
    for count in Array(0...200) + [255, 256, 257, 1000, 4096, 5000] {
      let bytes = Self.message.prefix(count)
      #expect(
        digests(bytes, instructions, parts: [5000]) == digests(bytes, .portable, parts: [5000]), "\(count) bytes")
    }
  }

  @Test("Parts of any length make the digest of the whole", arguments: HashInstructions.available)
  func parts(instructions: HashInstructions) {
    let whole = digests(Self.message[...], .portable, parts: [5000])
    for parts in [[1], [63], [64], [65], [1, 64, 127], [3, 0x80, 61, 7], [55, 9], [56, 8], [119, 1]] {
      #expect(digests(Self.message[...], instructions, parts: parts) == whole, "parts of \(parts)")
    }
  }

  @Test("A copy goes on from the middle, and a finished hash can be continued")
  func copies() {
    var hash = SHA256()
    hash.update(Array(Self.message[..<1001]).span)
    let middle = hash
    _ = hash.finalize()
    hash.update(Array(Self.message[1001...]).span)
    var other = middle
    other.update(Array(Self.message[1001...]).span)
    #expect(hash.finalize() == other.finalize())
    #expect(hash.finalize() == SHA256.digest(of: Self.message.span))
    #expect(middle.finalize() == SHA256.digest(of: Array(Self.message[..<1001]).span))
  }
}
