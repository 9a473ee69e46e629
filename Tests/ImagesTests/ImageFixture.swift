import Foundation
import SwiftletImages
import TestSupport

/// A picture of `Tests/Fixtures/images`, with the pixels that Pillow decodes.
struct ImageFixture: CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let pixels: Pixels

  /// The size, the samples of a pixel, and the CRC-32 of all samples.
  struct Pixels: Equatable {
    let width: Int
    let height: Int
    let channels: Int
    let checksum: UInt32
  }

  var testDescription: String { name }

  /// Reads all fixtures whose names begin with a prefix.
  static func all(_ prefix: String) throws -> [ImageFixture] {
    let list = try String(contentsOfFile: TestFiles.fixture("images/pixels.txt"), encoding: .utf8)
    return try list.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      let name = String(words[0])
      guard name.hasPrefix(prefix), words.count == 5, let width = Int(words[1]), let height = Int(words[2]),
        let channels = Int(words[3]), let checksum = UInt32(words[4], radix: 16)
      else { return nil }
      let bytes = try Data(contentsOf: URL(filePath: TestFiles.fixture("images/" + name)))
      return ImageFixture(
        name: name, bytes: Array(bytes),
        pixels: Pixels(width: width, height: height, channels: channels, checksum: checksum))
    }
  }

  static func named(_ name: String) throws -> ImageFixture {
    guard let fixture = try all(name).first else { throw CocoaError(.fileNoSuchFile) }
    return fixture
  }

  /// Decodes copies with one or two changed bytes, which must not crash.
  func decodeDamagedCopies() {
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
      _ = try? Image(decoding: copy, limits: limits)
    }
  }
}

extension ImageFixture.Pixels {
  init(_ image: Image) {
    self.init(
      width: image.width, height: image.height, channels: image.channels, checksum: Self.checksum(image.pixels))
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
