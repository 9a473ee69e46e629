/// The chunk IHDR of a PNG picture (PNG specification, third edition, section 11.2.1).
struct PNGHeader: Equatable {
  enum ColourType: Int {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    /// The number of samples of a pixel in the file.
    var samples: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// The numbers of bits of a sample that are allowed.
    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .greyAlpha, .rgba: [8, 16]
      }
    }
  }

  let width: Int
  let height: Int
  /// The number of bits of a sample.
  let depth: Int
  let colour: ColourType
  let isInterlaced: Bool

  /// The number of bits of a pixel in the file.
  var bitsPerPixel: Int { colour.samples * depth }

  /// The distance in bytes of the bytes that filters combine.
  var filterDistance: Int { max(1, bitsPerPixel / 8) }

  /// The number of bytes of a row of pixels, without its filter type.
  func rowBytes(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// Reads the data of the chunk.
  init(_ data: Span<UInt8>, offset: Int, limits: ImageLimits) throws(ImageError) {
    var reader = ByteReader(data, format: .png, base: offset)
    guard data.count == 13 else {
      throw reader.malformed("a chunk IHDR of \(data.count) bytes", expected: "13 bytes")
    }
    (width, height) = (try reader.bigEndian32("the width"), try reader.bigEndian32("the height"))
    try limits.check(width: width, height: height, format: .png, offset: offset)
    let (depth, type) = (Int(try reader.byte("the bit depth")), Int(try reader.byte("the colour type")))
    guard let colour = ColourType(rawValue: type), colour.depths.contains(depth) else {
      throw reader.malformed(
        "the colour type \(type) with \(depth) bits", expected: "a combination that the specification allows")
    }
    (self.depth, self.colour) = (depth, colour)
    let compression = try reader.byte("the compression method")
    let filter = try reader.byte("the filter method")
    let interlace = try reader.byte("the interlace method")
    guard compression == 0, filter == 0, interlace <= 1 else {
      throw reader.malformed(
        "the methods \(compression), \(filter) and \(interlace)",
        expected: "compression 0, filter 0 and interlace 0 or 1")
    }
    isInterlaced = interlace == 1
  }
}
