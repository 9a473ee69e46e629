import Testing

@testable import SwiftletImages

@Suite("Limits and formats of pictures")
struct ImageLimitsTests {
  /// A PNG file that declares a size and has a few bytes of pixels.
  private func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + content
      return bytes(UInt32(content.count)) + body + bytes(CRC32.checksum(body.span))
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bytes(width) + bytes(height) + [8, 2, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9C, 0x63, 0x00, 0x00]) + chunk("IEND", [])
  }

  @Test("Declared sizes are refused before memory is allocated")
  func sizes() throws {
    let error = try #require(failure(of: png(12_000, 12_000)))
    #expect(error.code == .limitExceeded)
    #expect(
      error.description
        == "PNG picture, byte 16: found a size of 12000 × 12000, expected at most 64000000 pixels, and sides of at most"
        + " 32768")
    #expect(failure(of: png(20_000, 20_000))?.code == .limitExceeded)
    #expect(failure(of: png(0x7FFF_FFFF, 0x7FFF_FFFF))?.code == .limitExceeded)
    #expect(failure(of: png(40_000, 1))?.code == .limitExceeded)
    #expect(failure(of: png(0, 5))?.code == .malformed)
    #expect(failure(of: png(8000, 7000), limits: ImageLimits(pixels: 1000))?.code == .limitExceeded)
    #expect(failure(of: png(4, 4))?.code == .truncated)
  }

  @Test("Long files are refused")
  func length() throws {
    let error = try #require(failure(of: png(4, 4), limits: ImageLimits(fileBytes: 50)))
    #expect(error.code == .limitExceeded)
    #expect(error.description == "PNG picture: found a file of \(png(4, 4).count) bytes, expected at most 50 bytes")
  }

  @Test("Other formats are named with what to do")
  func formats() throws {
    let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8)
    #expect(
      failure(of: heic)?.description
        == "HEIC picture: found a HEIC file, which is not supported, expected PNG, JPEG, GIF, BMP or WebP: convert it to"
        + " PNG or JPEG first")
    let files: [(ImageFormat, [UInt8])] = [
      (.avif, [0, 0, 0, 24] + Array("ftypavif".utf8)), (.tiff, [0x49, 0x49, 0x2A, 0]), (.tiff, [0x4D, 0x4D, 0, 0x2A]),
      (.svg, Array("<?xml version=\"1.0\"?>\n<svg width=\"4\">".utf8)), (.pdf, Array("%PDF-1.7".utf8)),
      (.jpegXL, [0xFF, 0x0A]), (.icon, [0, 0, 1, 0]),
    ]
    for (format, bytes) in files {
      let error = try #require(failure(of: bytes))
      #expect(error.format == format && error.code == .unsupportedFormat)
    }
    #expect(failure(of: [])?.description.hasPrefix("picture, byte 0: found an empty file") == true)
    #expect(failure(of: Array("hello".utf8))?.found == "the bytes 68 65 6C 6C 6F")
    for (format, name) in [(ImageFormat.png, "png-0-1.png"), (.gif, "gif-grey.gif"), (.bmp, "bmp-40-1.bmp")] {
      #expect(ImageFormat(detecting: try PictureFixtures.bytes(name).span) == format)
    }
  }
}
