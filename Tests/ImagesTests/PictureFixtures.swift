import Foundation
import TestSupport

@testable import SwiftletImages

/// The picture files in `Tests/Fixtures/images`, with checksums of their pixels in Pillow.
enum PictureFixtures {
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: TestFiles.fixture("images/" + name))))
  }

  /// Reads the fields of the lines of a table.
  static func table(_ name: String) throws -> [[String]] {
    let text = String(decoding: try bytes(name), as: UTF8.self)
    return text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }

  static func names(_ prefix: String) throws -> [String] {
    try table("pixels.tsv").compactMap(\.first).filter { $0.hasPrefix(prefix) }
  }
}

extension Image {
  /// The CRC-32 of the pixels as RGBA.
  var checksum: UInt32 {
    var rgba: [UInt8] = []
    for start in stride(from: 0, to: pixels.count, by: channels) {
      rgba += pixels[start..<start + 3]
      rgba.append(hasAlpha ? pixels[start + 3] : 255)
    }
    return CRC32.checksum(rgba.span)
  }

  /// Creates a picture whose samples are the numbers from 0.
  static func counting(_ width: Int, _ height: Int, _ layout: Layout = .rgb) -> Image? {
    let samples = (0..<width * height * layout.channels).map { UInt8(truncatingIfNeeded: $0) }
    return Image(width: width, height: height, layout: layout, pixels: samples)
  }
}

/// Returns the error that decoding ends in; nil if it succeeds.
func failure(of bytes: [UInt8], limits: ImageLimits = .standard) -> ImageError? {
  do throws(ImageError) {
    _ = try Image(decoding: bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}
