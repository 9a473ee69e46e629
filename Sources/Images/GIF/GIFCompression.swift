/// A decoder of the pixels of GIF frames (appendix F: LZW codes of growing length in blocks of at most 255 bytes).
enum GIFCompression {
  /// Decodes a number of indices; data after them is ignored.
  ///
  /// - Throws: ``ImageError`` if the data ends before them or contains a code that is not defined.
  static func decode(_ bytes: Span<UInt8>, from offset: Int, count: Int) throws(ImageError) -> [UInt8] {
    var reader = ByteReader(bytes, format: .gif)
    try reader.seek(to: offset, "the pixels")
    let width = Int(try reader.byte("the length of codes"))
    guard 1...8 ~= width else { throw reader.malformed("codes of \(width) bits", expected: "1 to 8") }
    let data = joinedBlocks(bytes, from: reader.position)
    return try [UInt8](count: count) { (target: inout MutableSpan<UInt8>) throws(ImageError) in
      let (end, outcome) = decode(data.span, width: width, into: &target)
      switch outcome {
      case .complete: break
      case .truncated:
        throw ImageError(
          .truncated, format: .gif, offset: bytes.count, found: "\(end) of \(count) pixels", expected: "all of them")
      case .badCode(let code):
        throw ImageError(
          .malformed, format: .gif, offset: offset, found: "the code \(code) after \(end) pixels",
          expected: "a code that is defined there")
      }
    }
  }

  /// Joins the blocks up to an empty one or the end of the file.
  private static func joinedBlocks(_ bytes: Span<UInt8>, from start: Int) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(bytes.count - start)
    var position = start
    while position < bytes.count, bytes[position] > 0 {
      let end = min(bytes.count, position + 1 + Int(bytes[position]))
      for index in position + 1..<end { data.append(bytes[index]) }
      position = end
    }
    return data
  }

  private enum Outcome {
    case complete
    case truncated
    case badCode(Int)
  }

  /// Decodes codes until the target is full.
  ///
  /// A code stands for earlier output: that of the code before it and one byte more. So the table needs only places.
  @_lifetime(target: copy target)
  private static func decode(
    _ data: Span<UInt8>, width: Int, into target: inout MutableSpan<UInt8>
  ) -> (end: Int, Outcome) {
    let clear = 1 &<< width
    var places = [Int32](repeating: 0, count: 4096)
    var lengths = [Int32](repeating: 0, count: 4096)
    var bits = BitReader(data)
    var (size, next) = (width &+ 1, clear &+ 2)
    // The place and the length of the output of the last code; 0 after a clear code.
    var (place, length) = (0, 0)
    var position = 0
    while position < target.count {
      if bits.count < size { bits.refill() }
      let code = Int(truncatingIfNeeded: bits.buffer) & (1 &<< size &- 1)
      bits.consume(size)
      if bits.isOverrun { return (position, .truncated) }
      if code == clear {
        (size, next, length) = (width &+ 1, clear &+ 2, 0)
        continue
      }
      if code == clear &+ 1 { return (position, .truncated) }
      if length > 0, next < 4096 {
        places[next] = Int32(truncatingIfNeeded: place)
        lengths[next] = Int32(truncatingIfNeeded: length &+ 1)
        next &+= 1
        if next == 1 &<< size, size < 12 { size &+= 1 }
      }
      place = position
      if code < clear {
        target[position] = UInt8(truncatingIfNeeded: code)
        position &+= 1
        length = 1
        continue
      }
      guard code < next, length > 0 else { return (position, .badCode(code)) }
      length = Int(lengths[code])
      var source = Int(places[code])
      let end = min(target.count, position &+ length)
      // Byte by byte, because a code that was just defined includes its own first byte.
      while position < end {
        target[position] = target[source]
        position &+= 1
        source &+= 1
      }
    }
    return (position, .complete)
  }
}
