/// The format, size and orientation of a picture file, read without decoding its pixels.
///
/// The number of tokens of a picture follows from its size alone, so that prompts can be measured quickly.
public struct ImageHeader: Sendable, Hashable {
  /// The file format.
  public let format: ImageFormat
  /// The number of columns as stored.
  public let storedWidth: Int
  /// The number of rows as stored.
  public let storedHeight: Int
  /// The orientation from EXIF data.
  public let orientation: EXIFOrientation

  /// The number of columns as shown, which is that of the decoded ``Image``.
  public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
  /// The number of rows as shown, which is that of the decoded ``Image``.
  public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }

  init(format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: EXIFOrientation) {
    self.format = format
    self.storedWidth = storedWidth
    self.storedHeight = storedHeight
    self.orientation = orientation
  }

  /// Reads the header of a picture file in any supported format.
  ///
  /// - Throws: ``ImageError`` if the format is not supported, the file is damaged as far as it is read, or the picture
  ///   exceeds the limits.
  public init(of bytes: Span<UInt8>, limits: ImageLimits = .standard) throws(ImageError) {
    self = try ImageFormat.decoder(of: bytes, limits: limits).header(bytes, limits: limits)
  }

  /// Reads the header of a picture file in any supported format.
  ///
  /// - Throws: ``ImageError`` if the format is not supported, the file is damaged as far as it is read, or the picture
  ///   exceeds the limits.
  public init(of bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) {
    try self.init(of: bytes.span, limits: limits)
  }
}
