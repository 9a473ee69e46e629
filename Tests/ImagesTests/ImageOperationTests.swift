import Testing

@testable import SwiftletImages

@Suite("Orientation, alpha, regions and normalisation of pictures")
struct ImageOperationTests {
  @Test("Orientations place the first pixels as EXIF says")
  func orientations() throws {
    let image = try #require(Image.counting(3, 2))
    // The numbers of the pixels of the picture shown, row by row.
    let expected: [EXIFOrientation: [UInt8]] = [
      .up: [0, 1, 2, 3, 4, 5], .upMirrored: [2, 1, 0, 5, 4, 3], .down: [5, 4, 3, 2, 1, 0],
      .downMirrored: [3, 4, 5, 0, 1, 2], .leftMirrored: [0, 3, 1, 4, 2, 5], .right: [3, 0, 4, 1, 5, 2],
      .rightMirrored: [5, 2, 4, 1, 3, 0], .left: [2, 5, 1, 4, 0, 3],
    ]
    for orientation in EXIFOrientation.allCases {
      let shown = image.oriented(orientation)
      #expect(shown.width == (orientation.swapsSides ? 2 : 3))
      #expect(stride(from: 0, to: 18, by: 3).map { shown.pixels[$0] / 3 } == expected[orientation])
    }
  }

  @Test("EXIF data in both byte orders; damaged data means no turn")
  func exif() {
    let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0]
    let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0]
    #expect(EXIFOrientation(exif: big.span) == .left)
    #expect(EXIFOrientation(exif: little.span) == .down)
    #expect(EXIFOrientation(exif: (Array("Exif\0\0".utf8) + little).span) == .down)
    for count in 0..<20 { #expect(EXIFOrientation(exif: Array(big[..<count]).span) == .up) }
    var undefined = big
    undefined[19] = 9
    #expect(EXIFOrientation(exif: undefined.span) == .up)
  }

  @Test("Alpha is laid on white with rounding to the nearest")
  func flattening() throws {
    let pixels: [UInt8] = [10, 20, 30, 255, 10, 20, 30, 0, 0, 100, 255, 128, 7, 8, 9, 1]
    let image = try #require(Image(width: 4, height: 1, layout: .rgba, pixels: pixels))
    #expect(image.flattenedOnWhite().pixels == [10, 20, 30, 255, 255, 255, 127, 177, 255, 254, 254, 254])
    for alpha in 0..<256 {
      for colour in 0..<256 {
        let pixel = [UInt8(colour), 0, 0, UInt8(alpha)]
        let flat = try #require(Image(width: 1, height: 1, layout: .rgba, pixels: pixel)).flattenedOnWhite()
        let exact = Double(colour * alpha + 255 * (255 - alpha)) / 255
        #expect(Double(flat.pixels[0]) == exact.rounded())
      }
    }
  }

  @Test("Parts are cut out, and colour is added around")
  func regions() throws {
    let image = try #require(Image.counting(4, 3))
    let part = try #require(image.cropped(x: 1, y: 1, width: 2, height: 2))
    #expect(part.pixels == [15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32])
    #expect(image.cropped(x: 3, y: 0, width: 2, height: 1) == nil)
    #expect(image.cropped(x: .max, y: 0, width: 1, height: 1) == nil)
    let padded = try #require(part.padded(width: 3, height: 4, x: 1, y: 2, colour: (9, 8, 7)))
    #expect(padded.cropped(x: 1, y: 2, width: 2, height: 2) == part)
    #expect(padded.pixels.prefix(18) == [9, 8, 7, 9, 8, 7, 9, 8, 7, 9, 8, 7, 9, 8, 7, 9, 8, 7])
    #expect(part.padded(width: 3, height: 4, x: 2) == nil)
  }

  @Test("Samples are scaled into planes and patches")
  func normalization() throws {
    let image = try #require(Image.counting(4, 4))
    let scaling = try #require(ImageNormalization(mean: [0.5, 0.25, 0], deviation: [0.5, 0.5, 1]))
    let planes = scaling.planes(image)
    #expect(planes.count == 48)
    #expect(planes[0] == -1 && planes[16] == (Float(1.0 / 255) - 0.25) / 0.5 && planes[47] == Float(47.0 / 255))
    let patches = scaling.patches(image, size: 2)
    // The second patch begins at column 2 of row 0; its green plane after four numbers of red.
    #expect(patches[12] == planes[2] && patches[12 + 4 + 3] == planes[16 + 7])
    let identity = try #require(ImageNormalization(mean: [0, 0, 0], deviation: [1, 1, 1]))
    let blocks = identity.patches(image, size: 1, block: 2)
    let reds = stride(from: 0, to: 48, by: 3).map { Int((blocks[$0] * 85).rounded()) }
    #expect(reds == [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15])
    #expect(ImageNormalization(mean: [0, 0], deviation: [1, 1]) == nil)
    #expect(ImageNormalization(mean: [0, 0, 0], deviation: [1, 0, 1]) == nil)
  }
}
