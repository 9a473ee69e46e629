import Testing

@testable import SwiftletImages

@Suite struct WebPDecoderTests {
  @Test("Files that end early are errors", arguments: try PictureFixtures.names("webp-"))
  func truncation(name: String) throws {
    let bytes = try PictureFixtures.bytes(name)
    for count in 12..<bytes.count { #expect(failure(of: Array(bytes[..<count])) != nil, "\(count) bytes") }
  }

  @Test("Changed bytes end in pictures or errors", arguments: try PictureFixtures.names("webp-"))
  func damage(name: String) throws { PictureFixtures.decodeDamagedCopies(try PictureFixtures.bytes(name)) }

  @Test("A lossless stream that ends is an error, even if the file does not")
  func endOfStream() throws {
    var bytes = try PictureFixtures.bytes("webp-lossless.webp")
    // The length of the chunk, and zeros instead of the rest in a chunk of another name.
    let count = 1000
    (bytes[16], bytes[17]) = (UInt8(count & 0xFF), UInt8(count >> 8))
    for index in 20 + count..<bytes.count { bytes[index] = 0 }
    #expect(failure(of: bytes)?.code == .truncated)
  }

  @Test("Sizes are checked before memory is allocated")
  func sizes() throws {
    // The 14 bits of width and height of a lossless stream.
    var bytes = try PictureFixtures.bytes("webp-lossless.webp")
    for index in 21..<24 { bytes[index] = 0xFF }
    bytes[24] |= 0x0F
    #expect(failure(of: bytes)?.code == .limitExceeded)
    bytes = try PictureFixtures.bytes("webp-lossy.webp")
    (bytes[27], bytes[29]) = (0x1F, 0x1F)
    #expect(failure(of: bytes)?.code == .truncated)
  }

  @Test("Distances near a pixel are in the order of the specification")
  func distances() {
    let expected = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2), (2, 1), (-2, 1)]
    for (index, (left, up)) in expected.enumerated() {
      #expect(VP8LDistances.distance(index + 1, width: 1000) == up * 1000 + left)
    }
    #expect(VP8LDistances.distance(120, width: 1000) == 8 * 1000 - 1000 + 8)
    #expect(VP8LDistances.distance(121, width: 1000) == 1)
    #expect(VP8LDistances.distance(4, width: 1) == 1)
  }
}
