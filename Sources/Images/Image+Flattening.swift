extension Image {
  /// Returns the picture without alpha, laid on white: each sample is the rounded (c·a + 255·(255 − a)) ÷ 255.
  ///
  /// This is what the image processors of transformers 5.24 do. Pictures without alpha are returned unchanged.
  public func flattenedOnWhite() -> Image {
    guard hasAlpha else { return self }
    let source = pixels.span
    let flat = [UInt8](count: width * height * 3) { target in
      for pixel in 0..<target.count / 3 {
        let alpha = UInt32(source[pixel &* 4 &+ 3])
        let white = 255 &* (255 &- alpha)
        for channel in 0..<3 {
          let sum = UInt32(source[pixel &* 4 &+ channel]) &* alpha &+ white
          target[pixel &* 3 &+ channel] = UInt8(truncatingIfNeeded: (sum &+ 127) / 255)
        }
      }
    }
    return Image(checkedWidth: width, height: height, layout: .rgb, pixels: flat)
  }
}
