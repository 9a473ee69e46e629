/// The headers of a BMP file: Windows versions 2 to 5, and OS/2 versions 1 and 2, as Pillow reads them.
struct BMPHeader {
  enum Compression: Int {
    case none = 0
    case runs8 = 1
    case runs4 = 2
    case masks = 3
  }

  let width: Int
  let height: Int
  /// The number of bits of a pixel.
  let bits: Int
  let compression: Compression
  /// True if the first row in the file is the top one.
  let isTopDown: Bool
  /// The masks of red, green, blue and alpha; only with ``Compression/masks``.
  let masks: [UInt32]
  /// The opaque pixels of all indices, red in the lowest byte, and black for those that the file lacks.
  let palette: [UInt32]
  /// The offset of the rows.
  let dataOffset: Int

  /// The number of bytes of a row, padded.
  var rowBytes: Int { (width * bits + 31) / 32 * 4 }

  init(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) {
    var reader = ByteReader(bytes, format: .bmp)
    try reader.skip(10, "the file header")
    let offset = try reader.littleEndian32("the offset of the pixels")
    let size = try reader.littleEndian32("the length of the header")
    try reader.require(size - 4, "the header")
    let isFirstVersion = size == 12
    guard [12, 40, 52, 56, 64, 108, 124].contains(size) else {
      throw reader.malformed("a header of \(size) bytes", expected: "12, 40, 52, 56, 64, 108 or 124")
    }
    let (kind, colours): (Int, Int)
    if isFirstVersion {
      (width, height) = (try reader.littleEndian16("the width"), try reader.littleEndian16("the height"))
      isTopDown = false
      try reader.skip(2, "the planes")
      bits = try reader.littleEndian16("the bits of a pixel")
      (kind, colours) = (0, 0)
    } else {
      width = try reader.littleEndian32("the width")
      let stored = try reader.littleEndian32("the height")
      // Only heights that are slightly negative can be meant: others are far beyond all limits.
      isTopDown = stored >> 24 == 0xFF
      height = isTopDown ? 1 << 32 - stored : stored
      try reader.skip(2, "the planes")
      bits = try reader.littleEndian16("the bits of a pixel")
      kind = try reader.littleEndian32("the compression")
      try reader.skip(12, "the sizes")
      colours = try reader.littleEndian32("the number of colours")
      try reader.skip(4, "the number of important colours")
    }
    try limits.check(width: width, height: height, format: .bmp, offset: 18)
    guard [1, 4, 8, 16, 24, 32].contains(bits) else {
      throw reader.malformed("\(bits) bits for a pixel", expected: "1, 4, 8, 16, 24 or 32")
    }
    guard let compression = Compression(rawValue: kind) else {
      throw ImageError(
        .unsupportedFeature, format: .bmp, offset: 30, found: "the compression \(kind)",
        expected: "none, run lengths or masks (0 to 3); convert the picture to PNG")
    }
    self.compression = compression
    if compression == .masks {
      var masks: [UInt32] = []
      for _ in 0..<3 { masks.append(UInt32(truncatingIfNeeded: try reader.littleEndian32("the masks"))) }
      // Shorter headers than those of version 3 have no mask of alpha.
      masks.append(size >= 56 ? UInt32(truncatingIfNeeded: try reader.littleEndian32("the mask of alpha")) : 0)
      self.masks = masks
    } else {
      masks = []
    }
    if size > 40 { try reader.seek(to: 14 + size, "the end of the header") }
    (palette, dataOffset) = try Self.readPalette(
      &reader, bits: bits, colours: colours, entryBytes: isFirstVersion ? 3 : 4, offset: offset, headerEnd: 14 + size)
    guard bits <= 8 || compression == .none || compression == .masks else {
      throw reader.malformed("run lengths with \(bits) bits for a pixel", expected: "4 or 8 bits")
    }
  }

  /// Reads the palette and returns it with the offset of the rows.
  @_lifetime(reader: copy reader)
  private static func readPalette(
    _ reader: inout ByteReader, bits: Int, colours: Int, entryBytes: Int, offset: Int, headerEnd: Int
  ) throws(ImageError) -> ([UInt32], Int) {
    var dataOffset = offset
    guard bits <= 8 else { return ([], offset == 0 ? reader.position : offset) }
    let colours = colours == 0 ? 1 << bits : colours
    guard colours <= 65536 else {
      throw reader.malformed("\(colours) colours", expected: "at most 65536")
    }
    // Some files leave the palette out of the offset.
    if offset == headerEnd { dataOffset += entryBytes * colours }
    let entries = try reader.take(min(entryBytes * colours, reader.remaining), "the palette")
    if offset == 0 { dataOffset = reader.position }
    let palette = (0..<256).map { index -> UInt32 in
      let start = index * entryBytes
      guard start + 2 < entries.count else { return 0xFF00_0000 }
      return UInt32(entries[start + 2]) | UInt32(entries[start + 1]) << 8 | UInt32(entries[start]) << 16 | 0xFF00_0000
    }
    return (palette, dataOffset)
  }
}
