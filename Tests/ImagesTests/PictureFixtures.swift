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

  /// Decodes copies with one or two changed bytes, which must not crash.
  static func decodeDamagedCopies(_ bytes: [UInt8]) {
    // Small limits, so that damaged sizes do not cost time.
    let limits = ImageLimits(pixels: 1 << 16)
    var random: UInt64 = 1
    func next() -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return random >> 33
    }
    for index in bytes.indices {
      var copy = bytes
      copy[index] = UInt8(truncatingIfNeeded: next())
      if index % 2 == 0 { copy[Int(next() % UInt64(copy.count))] = UInt8(truncatingIfNeeded: next()) }
      _ = failure(of: copy, limits: limits)
    }
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
