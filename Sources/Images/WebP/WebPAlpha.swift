/// The alpha channel beside a lossy WebP bit stream, an ALPH chunk (RFC 9649, section 2.7.1.2).
enum WebPAlpha {
  /// Decodes the alpha values, row by row.
  ///
  /// - Throws: ``ImageError`` if the chunk is damaged or too short.
  static func decode(
    _ bytes: Span<UInt8>, at offset: Int, width: Int, height: Int
  ) throws(ImageError) -> [UInt8] {
    var reader = ByteReader(bytes, format: .webp, base: offset)
    let head = try reader.byte("the alpha channel")
    guard head & 3 <= 1, head >> 6 == 0 else {
      throw ImageError(
        .malformed, format: .webp, offset: offset, found: "an alpha channel of the kind \(head)",
        expected: "compression 0 or 1")
    }
    var values: [UInt8]
    if head & 3 == 0 {
      let source = try reader.take(width * height, "the alpha channel")
      values = [UInt8](count: width * height) { target in
        for index in target.indices { target[index] = source[index] }
      }
    } else {
      let pixels = try VP8LDecoder.decode(
        bytes.extracting(1..<bytes.count), at: offset + 1, width: width, height: height)
      values = pixels.map { UInt8(truncatingIfNeeded: $0 >> 8) }
    }
    undo(head >> 2 & 3, &values, width, height)
    return values
  }

  /// Undoes a filter: 1 is the difference to the left, 2 to the top, 3 to left + top − top left.
  ///
  /// The first row is filtered by the left neighbour, the first column by the top one.
  private static func undo(_ filter: UInt8, _ values: inout [UInt8], _ width: Int, _ height: Int) {
    guard filter > 0 else { return }
    var target = values.mutableSpan
    for column in 1..<max(1, width) { target[column] &+= target[column &- 1] }
    for row in 1..<max(1, height) {
      let start = row &* width
      target[start] &+= target[start &- width]
      for index in start &+ 1..<start &+ width {
        let (left, top) = (target[index &- 1], target[index &- width])
        switch filter {
        case 1: target[index] &+= left
        case 2: target[index] &+= top
        default:
          let gradient = Int16(left) &+ Int16(top) &- Int16(target[index &- width &- 1])
          target[index] &+= UInt8(truncatingIfNeeded: max(0, min(255, gradient)))
        }
      }
    }
  }
}
