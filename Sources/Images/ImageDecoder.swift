/// A decoder of one file format.
protocol ImageDecoder {
  /// Reads the size and the orientation without decoding the pixels.
  ///
  /// - Throws: ``ImageError`` if the file is damaged as far as it is read, or the picture exceeds the limits.
  static func header(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> ImageHeader

  /// Decodes the picture as it is stored; the caller applies the orientation of the header.
  ///
  /// - Throws: ``ImageError`` if the file is damaged or incomplete, of an unsupported variant, or exceeds the limits.
  static func decode(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> (Image, EXIFOrientation)
}

extension ImageFormat {
  /// The decoder of the format; nil if there is none.
  var decoder: (any ImageDecoder.Type)? {
    switch self {
    case .png: PNGDecoder.self
    case .gif: GIFDecoder.self
    case .bmp: BMPDecoder.self
    case .jpeg: nil
    case .webp: nil
    case .heic, .avif, .tiff, .svg, .pdf, .jpegXL, .jpeg2000, .icon, .photoshop: nil
    }
  }
}
