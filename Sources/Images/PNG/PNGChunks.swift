/// The chunks of a PNG file that matter for its pixels.
struct PNGChunks {
  let header: PNGHeader
  /// The palette: red, green, blue of each entry.
  private(set) var palette: [UInt8] = []
  /// The data of the chunk tRNS.
  private(set) var transparency: [UInt8]?
  private(set) var orientation = EXIFOrientation.up
  /// The ranges in the file of the compressed data.
  private(set) var data: [Range<Int>] = []

  /// Reads the chunks up to the end of the picture.
  ///
  /// Chunks that are not needed, such as text and colour profiles, are skipped without being read, because compressed
  /// ones may be of any size. A missing IEND is ignored if the data is complete.
  init(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) {
    var reader = ByteReader(bytes, format: .png)
    try reader.skip(8, "the signature")
    guard let (name, range) = try Self.next(&reader), name == .header else {
      throw reader.malformed("no chunk IHDR", expected: "IHDR as the first chunk")
    }
    header = try PNGHeader(bytes.extracting(range), offset: range.lowerBound, limits: limits)
    chunks: while let (name, range) = try Self.next(&reader) {
      let content = bytes.extracting(range)
      switch name {
      case .header: throw reader.malformed("a second chunk IHDR", expected: "one")
      case .palette where data.isEmpty: try readPalette(content, reader)
      case .transparency where data.isEmpty: try readTransparency(content, reader)
      case .exif: orientation = EXIFOrientation(exif: content)
      case .data: data.append(range)
      case .end: break chunks
      // The fifth bit of the first letter tells chunks without which the picture cannot be shown.
      case .palette, .transparency: break
      default:
        guard name.isAncillary else {
          throw ImageError(
            .unsupportedFeature, format: .png, offset: range.lowerBound - 4, found: "the critical chunk \(name)",
            expected: "IHDR, PLTE, IDAT and IEND")
        }
      }
    }
  }

  /// Reads a chunk; nil at the end of the file.
  @_lifetime(reader: copy reader)
  private static func next(_ reader: inout ByteReader) throws(ImageError) -> (PNGChunkName, Range<Int>)? {
    guard reader.remaining >= 8 else {
      guard reader.isAtEnd else { try reader.require(8, "a chunk's length and name"); return nil }
      return nil
    }
    let length = try reader.bigEndian32("a chunk's length")
    let start = reader.position
    let name = PNGChunkName(code: try reader.bigEndian32("a chunk's name"))
    try reader.skip(length, "the chunk \(name)")
    let range = start + 4..<reader.position
    guard name.isChecked else {
      try reader.skip(4, "the checksum of the chunk \(name)")
      return (name, range)
    }
    let actual = CRC32.checksum(reader.bytes.extracting(start..<range.upperBound))
    let stored = try reader.bigEndian32("the checksum of the chunk \(name)")
    guard stored == Int(actual) else {
      throw ImageError(
        .badChecksum, format: .png, offset: range.upperBound, found: "the checksum \(stored) of the chunk \(name)",
        expected: "\(actual)")
    }
    return (name, range)
  }

  private mutating func readPalette(_ content: Span<UInt8>, _ reader: borrowing ByteReader) throws(ImageError) {
    guard content.count % 3 == 0, content.count > 0, content.count <= 768 else {
      throw reader.malformed("a palette of \(content.count) bytes", expected: "three for each of 1 to 256 entries")
    }
    palette = content.indices.map { content[$0] }
  }

  private mutating func readTransparency(_ content: Span<UInt8>, _ reader: borrowing ByteReader) throws(ImageError) {
    switch header.colour {
    case .greyAlpha, .rgba: return
    case .palette: break
    case .grey, .rgb:
      guard content.count >= 2 * header.colour.samples else {
        throw reader.malformed(
          "a chunk tRNS of \(content.count) bytes", expected: "\(2 * header.colour.samples) bytes")
      }
    }
    transparency = content.indices.map { content[$0] }
  }
}

/// The name of a chunk: four letters as a big-endian number.
struct PNGChunkName: Equatable, CustomStringConvertible {
  let code: Int

  static let header = PNGChunkName(code: 0x4948_4452)
  static let palette = PNGChunkName(code: 0x504C_5445)
  static let data = PNGChunkName(code: 0x4944_4154)
  static let end = PNGChunkName(code: 0x4945_4E44)
  static let transparency = PNGChunkName(code: 0x7452_4E53)
  static let exif = PNGChunkName(code: 0x6558_4966)

  static func ~= (pattern: PNGChunkName, value: PNGChunkName) -> Bool { pattern == value }

  /// True if a picture can be shown without the chunk.
  var isAncillary: Bool { code >> 29 & 1 == 1 }

  /// True for chunks whose contents are used, and whose checksum therefore must be right.
  var isChecked: Bool { !isAncillary || self == .transparency }

  /// The letters, or the number if they are not letters.
  var description: String {
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard letters.allSatisfy({ 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }) else { return "\(code)" }
    return String(decoding: letters, as: UTF8.self)
  }
}
