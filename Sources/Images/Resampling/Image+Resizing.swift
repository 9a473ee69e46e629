extension Image {
  /// Resizes the picture, with the pixels that Pillow computes, to the bit.
  ///
  /// The version meant is 13. Rows and columns are resized one after the other, in fixed-point arithmetic with 8-bit
  /// samples between the two. Colours of pictures with alpha are multiplied by it meanwhile. Sides must be at least 1;
  /// the caller bounds them.
  public func resized(width: Int, height: Int, _ filter: ResamplingFilter) -> Image {
    precondition(width > 0 && height > 0, "sides are at least 1")
    guard width != self.width || height != self.height else { return self }
    if filter == .nearest { return sampled(width: width, height: height) }
    guard !hasAlpha else {
      return premultiplied().resampled(width: width, height: height, filter).unpremultiplied()
    }
    return resampled(width: width, height: height, filter)
  }

  private func resampled(width: Int, height: Int, _ filter: ResamplingFilter) -> Image {
    // Pillow since version 13 starts with columns if these lose more than twice as many pixels.
    let lost = self.height - height
    let startsWithColumns = lost > 0 && lost > 2 * (self.width - width)
    var image = startsWithColumns ? resampledColumns(to: height, filter) : self
    if width != image.width {
      image = image.resampledRows(ResamplingWeights(from: image.width, to: width, filter))
    }
    return image.resampledColumns(to: height, filter)
  }

  private func resampledColumns(to height: Int, _ filter: ResamplingFilter) -> Image {
    height == self.height ? self : resampledColumns(ResamplingWeights(from: self.height, to: height, filter))
  }

  /// Takes the pixel nearest to the centre of each new one.
  ///
  /// Positions are summed up as Pillow does, because their rounding decides between pixels.
  private func sampled(width: Int, height: Int) -> Image {
    func positions(_ count: Int, of size: Int) -> [Int] {
      let step = Double(size) / Double(count)
      var position = step * 0.5
      return (0..<count).map { _ in
        defer { position += step }
        return min(size - 1, Int(clamping: position))
      }
    }
    let (columns, rows) = (positions(width, of: self.width), positions(height, of: self.height))
    let channels = channels
    let source = pixels.span
    let sampled = [UInt8](count: width * height * channels) { target in
      var output = 0
      for row in rows {
        for column in columns {
          let input = (row &* self.width &+ column) &* channels
          for channel in 0..<channels { target[output &+ channel] = source[input &+ channel] }
          output &+= channels
        }
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: sampled)
  }

  /// Multiplies colours by alpha, with rounding.
  private func premultiplied() -> Image {
    mapPixels { colour, alpha in
      let product = colour &* alpha &+ 128
      return (product &>> 8 &+ product) &>> 8
    }
  }

  /// Divides colours by alpha, rounding down.
  private func unpremultiplied() -> Image {
    mapPixels { colour, alpha in alpha == 0 || alpha == 255 ? colour : min(255, 255 &* colour / alpha) }
  }

  /// Maps the colours of a picture with alpha.
  private func mapPixels(_ map: (_ colour: UInt32, _ alpha: UInt32) -> UInt32) -> Image {
    let source = pixels.span
    let mapped = [UInt8](count: pixels.count) { target in
      for start in stride(from: 0, to: source.count, by: 4) {
        let alpha = source[start &+ 3]
        for index in start..<start &+ 3 {
          target[index] = UInt8(truncatingIfNeeded: map(UInt32(source[index]), UInt32(alpha)))
        }
        target[start &+ 3] = alpha
      }
    }
    return Image(checkedWidth: width, height: height, layout: layout, pixels: mapped)
  }
}
