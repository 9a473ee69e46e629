import Testing

@testable import SwiftletImages

@Suite("Resizing of pictures")
struct ImageResizingTests {
  @Test("Resized pictures have Pillow's pixels", arguments: try PictureFixtures.table("resized.tsv"))
  func pixels(line: [String]) throws {
    let filter = try #require(ResamplingFilter(rawValue: line[1]))
    let (width, height) = (try #require(Int(line[2])), try #require(Int(line[3])))
    let image = try Image(decoding: PictureFixtures.bytes(line[0])).resized(width: width, height: height, filter)
    #expect(image.width == width && image.height == height)
    #expect("\(image.checksum)" == line[4])
  }

  @Test("A picture of one colour keeps it")
  func oneColour() throws {
    let image = try #require(Image(width: 7, height: 5, pixels: Array(repeating: 93, count: 105)))
    for filter in ResamplingFilter.allCases {
      for (width, height) in [(1, 1), (100, 3), (2, 90)] {
        #expect(image.resized(width: width, height: height, filter).pixels.allSatisfy { $0 == 93 })
      }
    }
  }

  @Test("Float grids are resized with half-pixel centres")
  func floatGrids() {
    // Without antialiasing, positions 0.25 and 0.75 between samples; outside, the nearest sample.
    let row = FloatResampling.resized(
      [0, 1, 4], width: 3, height: 1, channels: 1, newWidth: 6, newHeight: 1, .bilinear, antialias: false)
    #expect(row == [0, 0.25, 0.75, 1.75, 3.25, 4])
    // With antialiasing, a triangle of twice the width: weights 3, 3 and 1 of 7 at the edge, 1, 3, 3, 1 of 8 inside.
    let halved = FloatResampling.resized(
      [0, 7, 14, 21, 28, 35], width: 6, height: 1, channels: 1, newWidth: 3, newHeight: 1, .bilinear)
    let expected: [Float] = [5, 17.5, 30]
    #expect(zip(halved, expected).allSatisfy { ($0 - $1).magnitude < 1e-5 })
    // Channels and rows are independent of each other.
    let grid: [Float] = [0, 10, 1, 11, 2, 12, 3, 13]
    let doubled = FloatResampling.resized(
      grid, width: 2, height: 2, channels: 2, newWidth: 2, newHeight: 4, .bilinear, antialias: false)
    #expect(doubled == [0, 10, 1, 11, 0.5, 10.5, 1.5, 11.5, 1.5, 11.5, 2.5, 12.5, 2, 12, 3, 13])
  }
}
