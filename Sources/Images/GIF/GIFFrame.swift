/// The first frame of a GIF file, before its pixels are decompressed (GIF89a specification, 1990).
struct GIFFrame {
  /// The size of the picture: the logical screen, extended to contain the frame, as in Pillow.
  let width: Int
  let height: Int
  /// The place and size of the frame.
  let x: Int
  let y: Int
  let frameWidth: Int
  let frameHeight: Int
  let isInterlaced: Bool
  /// The palette: red, green, blue of each entry; nil means grey.
  let palette: [UInt8]?
  /// The index that is transparent.
  let transparentIndex: Int?
  /// The offset of the compressed pixels.
  let dataOffset: Int

  /// Reads a file up to the compressed pixels of its first frame.
  init(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) {
    var reader = ByteReader(bytes, format: .gif)
    try reader.skip(6, "the signature")
    let (screenWidth, screenHeight) = (
      try reader.littleEndian16("the width"), try reader.littleEndian16("the height")
    )
    let flags = try reader.byte("the flags")
    try reader.skip(2, "the screen descriptor")
    var palette = try Self.palette(&reader, flags)
    var transparentIndex: Int?
    blocks: while true {
      switch try reader.byte("a block") {
      case 0x2C: break blocks
      case 0x21:
        let label = try reader.byte("a label")
        transparentIndex = try Self.skipExtension(&reader, label) ?? transparentIndex
      case 0x3B: throw reader.malformed("the end of the file", expected: "a frame")
      // Pillow also skips bytes that are no block.
      default: continue
      }
    }
    (x, y) = (try reader.littleEndian16("the left edge"), try reader.littleEndian16("the top edge"))
    let offset = reader.offset
    frameWidth = try reader.littleEndian16("the frame's width")
    frameHeight = try reader.littleEndian16("the frame's height")
    (width, height) = (max(screenWidth, x + frameWidth), max(screenHeight, y + frameHeight))
    try limits.check(width: frameWidth, height: frameHeight, format: .gif, offset: offset)
    try limits.check(width: width, height: height, format: .gif, offset: 6)
    let frameFlags = try reader.byte("the frame's flags")
    isInterlaced = frameFlags & 0x40 != 0
    palette = try Self.palette(&reader, frameFlags) ?? palette
    self.palette = palette
    self.transparentIndex = transparentIndex
    dataOffset = reader.position
  }

  @_lifetime(reader: copy reader)
  private static func palette(_ reader: inout ByteReader, _ flags: UInt8) throws(ImageError) -> [UInt8]? {
    guard flags & 0x80 != 0 else { return nil }
    let entries = try reader.take(3 << (Int(flags & 7) + 1), "a palette")
    return entries.indices.map { entries[$0] }
  }

  /// Skips an extension; returns the transparent index of a graphic control extension that has one.
  @_lifetime(reader: copy reader)
  private static func skipExtension(_ reader: inout ByteReader, _ label: UInt8) throws(ImageError) -> Int? {
    var (index, isFirst): (Int?, Bool) = (nil, true)
    while true {
      let count = Int(try reader.byte("the length of a block"))
      guard count > 0 else { return index }
      let block = try reader.take(count, "a block of an extension")
      if label == 0xF9, isFirst, count >= 4, block[0] & 1 == 1 { index = Int(block[3]) }
      isFirst = false
    }
  }
}
