/// A decoder of BMP pictures: 1 to 32 bits, run lengths, masks, rows from the bottom or the top.
///
/// The fourth byte of pixels of 32 bits is alpha only if the masks say so, as in Pillow.
enum BMPDecoder: ImageDecoder {
  static func header(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> ImageHeader {
    let header = try BMPHeader(bytes, limits: limits)
    return ImageHeader(format: .bmp, storedWidth: header.width, storedHeight: header.height, orientation: .up)
  }

  static func decode(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> (Image, EXIFOrientation) {
    let header = try BMPHeader(bytes, limits: limits)
    let pixels: BMPPixels
    switch header.compression {
    case .runs4, .runs8:
      let indices = try BMPRunLengths.decode(bytes, header)
      pixels = BMPPixels(palette: header.palette, bits: 8)
      return (image(header, pixels, indices.span, rowBytes: header.width), .up)
    case .none: pixels = BMPPixels(header)
    case .masks:
      guard let masked = BMPPixels(masks: header.masks, bits: header.bits) else {
        let masks = header.masks.map { String($0, radix: 16) }.joined(separator: ", ")
        throw ImageError(
          .unsupportedFeature, format: .bmp, offset: 54, found: "the masks \(masks) for \(header.bits) bits",
          expected: "whole bytes, or 5-5-5 or 5-6-5 bits")
      }
      pixels = masked
    }
    var reader = ByteReader(bytes, format: .bmp)
    try reader.seek(to: header.dataOffset, "the rows")
    // The padding of the last row may be missing.
    let needed = header.rowBytes * (header.height - 1) + (header.width * header.bits + 7) / 8
    let rows = try reader.take(needed, "rows")
    return (image(header, pixels, rows, rowBytes: header.rowBytes), .up)
  }

  private static func image(
    _ header: BMPHeader, _ pixels: BMPPixels, _ rows: Span<UInt8>, rowBytes: Int
  ) -> Image {
    let channels = pixels.layout.channels
    let stride = header.width * channels
    let samples = [UInt8](count: stride * header.height) { target in
      for index in 0..<header.height {
        let y = header.isTopDown ? index : header.height - 1 - index
        let row = rows.extracting(index &* rowBytes..<min(rows.count, (index &+ 1) &* rowBytes))
        pixels.convert(row, count: header.width, into: &target, at: y &* stride)
      }
    }
    return Image(checkedWidth: header.width, height: header.height, layout: pixels.layout, pixels: samples)
  }
}
