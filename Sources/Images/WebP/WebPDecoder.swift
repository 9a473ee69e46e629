/// A decoder of WebP files (RFC 9649): lossy (VP8) and lossless (VP8L) pictures, alpha, and first frames of animations.
///
/// Pictures equal those of libwebp with its default settings to the bit.
enum WebPDecoder: ImageDecoder {
  static func header(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> ImageHeader {
    let container = try WebPContainer(bytes, limits: limits)
    return ImageHeader(
      format: .webp, storedWidth: container.width, storedHeight: container.height, orientation: container.orientation)
  }

  static func decode(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> (Image, EXIFOrientation) {
    let container = try WebPContainer(bytes, limits: limits)
    let layout: Image.Layout = container.hasAlpha ? .rgba : .rgb
    let frame = container.frame
    let pixels =
      container.isLossless
      ? try lossless(bytes, container, layout)
      : try lossy(bytes, container, layout)
    if (frame.width, frame.height) == (container.width, container.height) {
      return (
        Image(checkedWidth: frame.width, height: frame.height, layout: layout, pixels: pixels), container.orientation
      )
    }
    // The canvas around the first frame of an animation is transparent black.
    let source = pixels.span
    let channels = layout.channels
    let canvas = [UInt8](count: container.width * container.height * channels) { target in
      for row in 0..<frame.height {
        let start = ((row &+ frame.y) &* container.width &+ frame.x) &* channels
        for index in 0..<frame.width &* channels {
          target[start &+ index] = source[row &* frame.width &* channels &+ index]
        }
      }
    }
    return (
      Image(checkedWidth: container.width, height: container.height, layout: layout, pixels: canvas),
      container.orientation
    )
  }

  private static func lossless(
    _ bytes: Span<UInt8>, _ container: WebPContainer, _ layout: Image.Layout
  ) throws(ImageError) -> [UInt8] {
    let start = container.stream.lowerBound + VP8LDecoder.Header.length
    let colors = try VP8LDecoder.decode(
      bytes.extracting(start..<container.stream.upperBound), at: start, width: container.frame.width,
      height: container.frame.height)
    let source = colors.span
    return [UInt8](count: colors.count * layout.channels) { target in
      var place = 0
      for index in source.indices {
        let color = source[index]
        target[place] = UInt8(truncatingIfNeeded: color >> 16)
        target[place &+ 1] = UInt8(truncatingIfNeeded: color >> 8)
        target[place &+ 2] = UInt8(truncatingIfNeeded: color)
        if layout == .rgba { target[place &+ 3] = UInt8(truncatingIfNeeded: color >> 24) }
        place &+= layout.channels
      }
    }
  }

  private static func lossy(
    _ bytes: Span<UInt8>, _ container: WebPContainer, _ layout: Image.Layout
  ) throws(ImageError) -> [UInt8] {
    var picture = try VP8Decoder.decode(bytes.extracting(container.stream), at: container.stream.lowerBound)
    let alpha =
      layout == .rgba && !container.alpha.isEmpty
      ? try WebPAlpha.decode(
        bytes.extracting(container.alpha), at: container.alpha.lowerBound, width: container.frame.width,
        height: container.frame.height)
      : nil
    return VP8Color.pixels(&picture, alpha: alpha, layout: layout)
  }
}
