import Testing

@testable import SwiftletImages

@Suite("Decompression and checksums of pictures")
struct CompressionTests {
  /// Decompresses a stream into an array of at most a length.
  private func inflate(_ stream: [UInt8], limit: Int = 1 << 12) throws -> [UInt8] {
    var inflater = try Inflater(stream.span)
    var window = [UInt8](repeating: 0, count: limit + Inflater.slack)
    var span = window.mutableSpan
    let end = try inflater.decode(into: &span, from: 0, to: limit)
    return Array(window[..<end])
  }

  @Test("Checksums of the specifications' examples")
  func checksums() {
    let digits = Array("123456789".utf8)
    #expect(CRC32.checksum(digits.span) == 0xCBF4_3926)
    var adler = Adler32()
    adler.update(Array("Wikipedia".utf8).span)
    #expect(adler.value == 0x11E6_0398)
    // The greatest sums, in uneven pieces.
    var (all, plain) = (Adler32(), (1, 0))
    for count in [1, 7, 8, 5552, 9999, 65_521] {
      all.update([UInt8](repeating: 255, count: count).span)
      for _ in 0..<count {
        plain.0 = (plain.0 + 255) % 65521
        plain.1 = (plain.1 + plain.0) % 65521
      }
    }
    #expect(Int(all.value) == plain.1 << 16 | plain.0)
  }

  @Test("Stored and fixed blocks")
  func blocks() throws {
    let stored: [UInt8] = [0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x61, 0x62, 0x63]
    #expect(try inflate(stored) == Array("abc".utf8))
    // Made with zlib: 40 letters a, and "abcabcabcabcx" with fixed codes, which repeat at distances 1 and 3.
    #expect(try inflate([0x78, 0x01, 0x4B, 0x4C, 0x24, 0x0E, 0x00, 0x00]) == Array(repeating: 0x61, count: 40))
    let repeated: [UInt8] = [0x78, 0x01, 0x4B, 0x4C, 0x4A, 0x4E, 0x84, 0xA1, 0x0A, 0x00]
    #expect(try inflate(repeated) == Array("abcabcabcabcx".utf8))
  }

  @Test("Invalid streams are errors")
  func invalid() {
    let streams: [([UInt8], String)] = [
      ([0x78, 0x9D], "zlib header"), ([0x79, 0x9C], "zlib header"), ([0x78, 0x20], "zlib header"),
      ([0x78, 0x9C, 0x07], "a block of type 3"),
      ([0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFE, 0x61], "complement"),
      // A fixed block that begins with a match: length 3, distance 1.
      ([0x78, 0x9C, 0x03, 0x02, 0x00], "a distance of 1"),
      // Fixed codes of symbol 286.
      ([0x78, 0x9C, 0x1B, 0x03, 0x00], "unused code"),
    ]
    for (stream, text) in streams {
      do {
        let output = try inflate(stream)
        Issue.record("\(stream) gave \(output)")
      } catch {
        #expect("\(error)".contains(text), "\(stream): \(error)")
      }
    }
    #expect(throws: Inflater.Failure.truncated) { try inflate([0x78]) }
    #expect(throws: Inflater.Failure.truncated) { try inflate([0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x61]) }
  }

  @Test("Codes must be complete")
  func codes() {
    #expect(DeflateTable(distances: [1, 1][...]) != nil)
    #expect(DeflateTable(distances: [1][...]) != nil)
    #expect(DeflateTable(distances: [0, 0][...]) != nil)
    #expect(DeflateTable(distances: [2, 2, 2][...]) == nil)
    #expect(DeflateTable(distances: [1, 1, 1][...]) == nil)
    #expect(DeflateTable(distances: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15][...]) != nil)
    #expect(DeflateTable(literals: [1, 1][...]) == nil)
    #expect(DeflateTable.fixed != nil)
  }
}
