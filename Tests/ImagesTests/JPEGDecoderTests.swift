import Testing

@testable import SwiftletImages

@Suite struct JPEGDecoderTests {
  @Test("Files that end early are errors", arguments: try PictureFixtures.names("jpeg-"))
  func truncation(name: String) throws {
    let bytes = try PictureFixtures.bytes(name)
    for count in 4..<bytes.count { #expect(failure(of: Array(bytes[..<count])) != nil, "\(count) bytes") }
  }

  @Test("Changed bytes end in pictures or errors", arguments: try PictureFixtures.names("jpeg-"))
  func damage(name: String) throws { PictureFixtures.decodeDamagedCopies(try PictureFixtures.bytes(name)) }

  @Test("Codings that are not supported are named")
  func codings() throws {
    for (marker, coding) in [(0xC3, "lossless"), (0xC9, "arithmetic"), (0xCA, "arithmetic"), (0xC5, "hierarchical")] {
      let error = try frameFailure(changing: 1, to: UInt8(marker))
      #expect(error.code == .unsupportedFeature && error.found == "\(coding) coding")
    }
  }

  @Test("Frame headers of unsupported or impossible pictures are refused")
  func frames() throws {
    #expect(try frameFailure(changing: 4, to: 12).code == .unsupportedFeature)
    #expect(try frameFailure(changing: 6, to: 0).found == "a height that follows the picture (DNL)")
    #expect(try frameFailure(changing: 8, to: 0).found == "a size of 0 × 21")
    #expect(try frameFailure(changing: 9, to: 2).found == "2 components")
    #expect(try frameFailure(changing: 11, to: 0x51).code == .malformed)
    // Chroma of 2 columns beside luma of 3.
    #expect(try frameFailure(changing: 11, to: 0x31, and: 14, to: 0x21).code == .unsupportedFeature)
  }

  @Test("Sizes are checked before memory is allocated")
  func sizes() throws {
    #expect(try frameFailure(changing: 5, to: 0xFF, and: 7, to: 0xFF).code == .limitExceeded)
    // 64 million pixels within the limits, in a file of some hundred bytes.
    let error = try frameFailure(changing: 5, to: 0x1F, and: 7, to: 0x1F)
    #expect(error.code == .truncated && error.expected.hasSuffix("blocks"))
  }

  @Test("The number of scans is limited")
  func scans() throws {
    let bytes = try PictureFixtures.bytes("jpeg-progressive.jpg")
    #expect(failure(of: bytes, limits: ImageLimits(scans: 10)) == nil)
    #expect(failure(of: bytes, limits: ImageLimits(scans: 9))?.code == .limitExceeded)
  }

  @Test("A restart marker out of order is an error")
  func restarts() throws {
    var bytes = try PictureFixtures.bytes("jpeg-restarts.jpg")
    let place = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD1 })
    bytes[place + 1] = 0xD4
    #expect(failure(of: bytes)?.expected == "the restart marker 209")
  }

  @Test("The transform differs from the exact one by at most 1")
  func transform() {
    var random: UInt64 = 1
    for density in [1, 3, 64] {
      for _ in 0..<50 {
        var block = [Int16](repeating: 0, count: 64)
        for _ in 0..<density {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          block[Int(random >> 58)] = Int16(truncatingIfNeeded: Int(random >> 40 & 0xFF) - 128)
        }
        var rows = [SIMD8<UInt8>](repeating: SIMD8(repeating: 0), count: 8)
        var target = rows.mutableSpan
        let quantizers = [SIMD8<Int16>](repeating: SIMD8(repeating: 1), count: 8)
        JPEGTransform.inverse(block.span, quantizers.span, into: &target, at: 0, stride: 1)
        for y in 0..<8 {
          for x in 0..<8 {
            let exact = max(0, min(255, JPEGReference.sample(block, x, y) + 128))
            #expect(abs(Double(rows[y][x]) - exact) <= 1)
          }
        }
      }
    }
  }

  /// Decodes the fixture 4:4:4 with bytes of its frame header changed, counted from its marker, and returns the error.
  private func frameFailure(
    changing place: Int, to value: UInt8, and other: Int? = nil, to otherValue: UInt8 = 0
  ) throws -> ImageError {
    var bytes = try PictureFixtures.bytes("jpeg-444.jpg")
    let start = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[start + place] = value
    // A height of 0 needs both bytes.
    if place == 6 { bytes[start + 5] = 0 }
    if place == 8 { bytes[start + 7] = 0 }
    if let other { bytes[start + other] = otherValue }
    return try #require(failure(of: bytes))
  }
}
