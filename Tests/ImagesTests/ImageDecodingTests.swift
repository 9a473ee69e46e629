import Foundation
import Testing

@testable import SwiftletImages

@Suite("Decoding of pictures")
struct ImageDecodingTests {
  @Test("All files have Pillow's pixels", arguments: try PictureFixtures.table("pixels.tsv"))
  func pixels(line: [String]) throws {
    let bytes = try PictureFixtures.bytes(line[0])
    let image = try Image(decoding: bytes)
    #expect([line[0], "\(image.width)", "\(image.height)", "\(image.checksum)"] == line)
    let header = try ImageHeader(of: bytes)
    #expect(header.width == image.width && header.height == image.height)
    #expect(try Image(decoding: Data(bytes).span) == image)
  }

  @Test("Cut-off files are errors, and never crash", arguments: ["png-6-16-interlaced.png", "png-3-4.png"])
  func truncation(name: String) throws {
    let bytes = try PictureFixtures.bytes(name)
    // Only the last chunk, which has no content, may be missing as a whole.
    for count in 0..<bytes.count - 12 {
      let error = try #require(failure(of: Array(bytes[..<count])), "cut off after \(count) bytes")
      #expect(count < 8 ? error.code == .unknownFormat : [.truncated, .malformed].contains(error.code))
    }
    #expect(failure(of: Array(bytes[..<(bytes.count - 12)])) == nil)
  }

  @Test(
    "Cut-off GIF and BMP files are errors, and never crash",
    arguments: ["gif-transparent.gif", "bmp-40-8.bmp", "bmp-108-32.bmp", "bmp-40-4-runs.bmp"])
  func truncationOfOthers(name: String) throws {
    let bytes = try PictureFixtures.bytes(name)
    var pictures = 0
    for count in 6..<bytes.count {
      guard let error = failure(of: Array(bytes[..<count])) else {
        pictures += 1
        continue
      }
      #expect([.truncated, .malformed].contains(error.code))
      #expect(error.offset.map { $0 <= bytes.count } ?? true)
    }
    // Padding and what follows the last pixel may be missing, or a run length may have been too long.
    #expect(pictures <= (name.contains("runs") ? bytes.count : 24))
  }

  @Test("Any changed byte ends in a picture or an error", arguments: ["png-0-2.png", "gif-interlaced.gif"])
  func changes(name: String) throws {
    let bytes = try PictureFixtures.bytes(name)
    let limits = ImageLimits(pixels: 1 << 16)
    for index in bytes.indices {
      for value: UInt8 in [0, 0xFF, bytes[index] ^ 1, bytes[index] &+ 1] {
        var copy = bytes
        copy[index] = value
        _ = failure(of: copy, limits: limits)
      }
    }
  }

  @Test("A picture with EXIF orientation is turned")
  func orientation() throws {
    let header = try ImageHeader(of: PictureFixtures.bytes("png-turned.png"))
    #expect(header.orientation == .right)
    #expect([header.storedWidth, header.storedHeight, header.width, header.height] == [9, 6, 6, 9])
  }

  @Test("Damaged checksums are errors that say where")
  func checksums() throws {
    let bytes = try PictureFixtures.bytes("png-2-8.png")
    var copy = bytes
    copy[copy.count - 20] ^= 1
    let error = try #require(failure(of: copy))
    #expect(error.code == .badChecksum)
    #expect(error.description.hasPrefix("PNG picture, byte \(bytes.count - 16): found the checksum"))
    // The checksum of an ancillary chunk does not matter, because its contents are not read.
    let comment = try #require(bytes.indices.first { Array(bytes[$0...].prefix(4)) == Array("tEXt".utf8) })
    copy = bytes
    copy[comment + 5] ^= 1
    #expect(failure(of: copy) == nil)
  }
}
