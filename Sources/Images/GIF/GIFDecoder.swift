/// A decoder of the first frame of GIF pictures (GIF89a specification, 1990).
///
/// Pixels outside the frame have the transparent index if there is one, else index 0, as in Pillow.
enum GIFDecoder: ImageDecoder {
  static func header(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> ImageHeader {
    let frame = try GIFFrame(bytes, limits: limits)
    return ImageHeader(format: .gif, storedWidth: frame.width, storedHeight: frame.height, orientation: .up)
  }

  static func decode(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> (Image, EXIFOrientation) {
    let frame = try GIFFrame(bytes, limits: limits)
    let indices = try GIFCompression.decode(bytes, from: frame.dataOffset, count: frame.frameWidth * frame.frameHeight)
    let layout: Image.Layout = frame.transparentIndex == nil ? .rgb : .rgba
    let table = pixels(of: frame)
    let channels = layout.channels
    let background = table[frame.transparentIndex ?? 0]
    let isCovering = frame.frameWidth == frame.width && frame.frameHeight == frame.height
    let pixels = [UInt8](count: frame.width * frame.height * channels) { target in
      if !isCovering {
        for start in stride(from: 0, to: target.count, by: channels) {
          write(background, into: &target, at: start, channels)
        }
      }
      let (table, indices) = (table.span, indices.span)
      var input = 0
      for row in rows(of: frame) {
        var output = ((frame.y &+ row) &* frame.width &+ frame.x) &* channels
        for _ in 0..<frame.frameWidth {
          write(table[Int(indices[input])], into: &target, at: output, channels)
          input &+= 1
          output &+= channels
        }
      }
    }
    return (Image(checkedWidth: frame.width, height: frame.height, layout: layout, pixels: pixels), .up)
  }

  @inline(__always)
  private static func write(_ pixel: UInt32, into target: inout MutableSpan<UInt8>, at start: Int, _ channels: Int) {
    target[start] = UInt8(truncatingIfNeeded: pixel)
    target[start &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
    target[start &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
    if channels == 4 { target[start &+ 3] = UInt8(truncatingIfNeeded: pixel &>> 24) }
  }

  /// Lists the pixels of all indices: red in the lowest byte, alpha in the highest.
  private static func pixels(of frame: GIFFrame) -> [UInt32] {
    (0..<256).map { index in
      let alpha: UInt32 = index == frame.transparentIndex ? 0 : 0xFF00_0000
      guard let palette = frame.palette else { return UInt32(index) * 0x01_0101 | alpha }
      guard index < palette.count / 3 else { return alpha }
      let (red, green, blue) = (palette[3 * index], palette[3 * index + 1], palette[3 * index + 2])
      return UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | alpha
    }
  }

  /// Lists the rows in their order in the file (appendix E).
  private static func rows(of frame: GIFFrame) -> [Int] {
    guard frame.isInterlaced else { return Array(0..<frame.frameHeight) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0.0, to: frame.frameHeight, by: $0.1) }
  }
}
