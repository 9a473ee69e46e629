extension Image {
  /// Turns and mirrors the picture as an orientation says, so that it is shown upright.
  public func oriented(_ orientation: EXIFOrientation) -> Image {
    guard orientation != .up else { return self }
    let (width, height) = orientation.swapsSides ? (self.height, self.width) : (self.width, self.height)
    // Where the source pixel of column x and row y is: start + x·right + y·down, in pixels.
    let (w, h) = (self.width, self.height)
    let last = w * h - 1
    let (start, right, down) =
      switch orientation {
      case .up: (0, 1, w)
      case .upMirrored: (w - 1, -1, w)
      case .down: (last, -1, -w)
      case .downMirrored: (last - (w - 1), 1, -w)
      case .leftMirrored: (0, w, 1)
      case .right: (last - (w - 1), -w, 1)
      case .rightMirrored: (last, -w, -1)
      case .left: (w - 1, w, -1)
      }
    let channels = channels
    let source = pixels.span
    let oriented = [UInt8](count: pixels.count) { target in
      var output = 0
      for y in 0..<height {
        var input = (start &+ y &* down) &* channels
        for _ in 0..<width {
          for channel in 0..<channels { target[output &+ channel] = source[input &+ channel] }
          output &+= channels
          input &+= right &* channels
        }
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: oriented)
  }
}
