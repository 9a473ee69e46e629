/// The limits of decoding a picture, which are checked before memory is allocated for it.
///
/// Pictures come from anywhere, so they are untrusted. Decoding needs memory for the pixels, three or four bytes each,
/// and the decoders work in proportion to the number of pixels and the length of the file, because decompression ends
/// with the last pixel. Progressive JPEG also needs two bytes per coefficient, and time for every scan.
public struct ImageLimits: Sendable, Hashable {
  /// The maximum length of the file in bytes.
  public var fileBytes: Int
  /// The maximum number of pixels.
  public var pixels: Int
  /// The maximum width and height in pixels.
  public var side: Int
  /// The maximum number of scans of a JPEG picture.
  public var scans: Int

  /// The default limits: 32 MiB, 64 million pixels, sides of 32,768 pixels, 100 scans.
  public static let standard = ImageLimits()

  /// Creates limits.
  public init(fileBytes: Int = 32 << 20, pixels: Int = 64_000_000, side: Int = 32_768, scans: Int = 100) {
    self.fileBytes = fileBytes
    self.pixels = pixels
    self.side = side
    self.scans = scans
  }

  /// Checks the length of a file.
  ///
  /// - Throws: ``ImageError`` with the code ``ImageError/Code/limitExceeded``.
  func check(fileBytes count: Int, format: ImageFormat?) throws(ImageError) {
    guard count <= fileBytes else {
      throw ImageError(
        .limitExceeded, format: format, found: "a file of \(count) bytes", expected: "at most \(fileBytes) bytes")
    }
  }

  /// Checks the size of a picture, which is read from the file at an offset.
  ///
  /// - Throws: ``ImageError`` with the code ``ImageError/Code/malformed`` for a side of 0 or less, and
  ///   ``ImageError/Code/limitExceeded`` for pictures that are too large.
  func check(width: Int, height: Int, format: ImageFormat, offset: Int?) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(
        .malformed, format: format, offset: offset, found: "a size of \(width) × \(height)",
        expected: "sides of at least 1 pixel")
    }
    guard width <= side, height <= side, width.multipliedReportingOverflow(by: height) <= pixels else {
      throw ImageError(
        .limitExceeded, format: format, offset: offset, found: "a size of \(width) × \(height)",
        expected: "at most \(pixels) pixels, and sides of at most \(side)")
    }
  }
}

/// Compares a product with a limit, which overflow exceeds.
private func <= (product: (partialValue: Int, overflow: Bool), limit: Int) -> Bool {
  !product.overflow && product.partialValue <= limit
}
