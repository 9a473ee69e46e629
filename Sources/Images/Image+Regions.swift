extension Image {
  /// Returns a part of the picture; nil if it is empty or not inside.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Image? {
    guard x >= 0, y >= 0, width > 0, height > 0, width <= self.width, height <= self.height,
      x <= self.width - width, y <= self.height - height
    else { return nil }
    let (channels, source) = (channels, pixels.span)
    let cropped = [UInt8](count: width * height * channels) { target in
      for row in 0..<height {
        let input = ((y &+ row) &* self.width &+ x) &* channels
        let output = row &* width &* channels
        for index in 0..<width &* channels { target[output &+ index] = source[input &+ index] }
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: cropped)
  }

  /// Returns a larger picture of one colour with this one at a place; nil if this one does not fit there.
  ///
  /// The colour is red, green and blue, and opaque.
  public func padded(
    width: Int, height: Int, x: Int = 0, y: Int = 0, colour: (UInt8, UInt8, UInt8) = (0, 0, 0)
  ) -> Image? {
    guard x >= 0, y >= 0, self.width <= width, self.height <= height, x <= width - self.width,
      y <= height - self.height
    else { return nil }
    let (channels, source) = (channels, pixels.span)
    let padded = [UInt8](count: width * height * channels) { target in
      for start in stride(from: 0, to: target.count, by: channels) {
        target[start] = colour.0
        target[start &+ 1] = colour.1
        target[start &+ 2] = colour.2
        if channels == 4 { target[start &+ 3] = 255 }
      }
      for row in 0..<self.height {
        let input = row &* self.width &* channels
        let output = ((y &+ row) &* width &+ x) &* channels
        for index in 0..<self.width &* channels { target[output &+ index] = source[input &+ index] }
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: padded)
  }
}
