extension Image {
  /// Decodes a picture file: PNG, JPEG, GIF (the first frame), BMP or WebP, recognised by its first bytes.
  ///
  /// The EXIF orientation is applied. Foundation's `Data` has a `span` for this initialiser.
  ///
  /// - Throws: ``ImageError`` if the format is not supported, the file is damaged or incomplete, or the picture exceeds
  ///   the limits, which are checked before memory is allocated.
  public init(decoding bytes: Span<UInt8>, limits: ImageLimits = .standard) throws(ImageError) {
    let (image, orientation) = try ImageFormat.decoder(of: bytes, limits: limits).decode(bytes, limits: limits)
    self = image.oriented(orientation)
  }

  /// Decodes a picture file: PNG, JPEG, GIF (the first frame), BMP or WebP, recognised by its first bytes.
  ///
  /// The EXIF orientation is applied.
  ///
  /// - Throws: ``ImageError`` if the format is not supported, the file is damaged or incomplete, or the picture exceeds
  ///   the limits, which are checked before memory is allocated.
  public init(decoding bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) {
    try self.init(decoding: bytes.span, limits: limits)
  }
}

extension ImageFormat {
  /// Chooses the decoder for a file within the limit of its length.
  ///
  /// - Throws: ``ImageError`` if there is none, or the file is too long.
  static func decoder(of bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> any ImageDecoder.Type {
    let format = ImageFormat(detecting: bytes)
    guard let decoder = format?.decoder else { throw .unsupported(format, bytes: bytes) }
    try limits.check(fileBytes: bytes.count, format: format)
    return decoder
  }
}
