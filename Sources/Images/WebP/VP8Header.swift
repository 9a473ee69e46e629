/// The uncompressed header of a lossy WebP bit stream, a VP8 key frame (RFC 6386, section 9.1).
struct VP8Header {
  let width: Int
  let height: Int
  /// The length of the first partition.
  let firstPartition: Int

  /// The number of bytes of the header.
  static let length = 10

  /// - Throws: ``ImageError`` if it is damaged or not that of a key frame.
  init(_ bytes: Span<UInt8>, at offset: Int) throws(ImageError) {
    var reader = ByteReader(bytes, format: .webp, base: offset)
    let tag = try reader.littleEndian24("the frame header")
    let signature = try reader.littleEndian24("the frame header")
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1, signature == 0x2A019D else {
      throw ImageError(
        .malformed, format: .webp, offset: offset, found: "the frame tag \(tag) and the signature \(signature)",
        expected: "a visible key frame of version 0 to 3")
    }
    firstPartition = tag >> 5
    width = try reader.littleEndian16("the frame header") & 0x3FFF
    height = try reader.littleEndian16("the frame header") & 0x3FFF
  }
}
