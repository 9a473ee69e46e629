/// A picture in memory: 8-bit RGB or RGBA samples, row by row from the top, without padding between rows.
///
/// Decoders convert every colour model to one of the two layouts: grey becomes equal red, green and blue, a palette is
/// applied, 16-bit samples become 8-bit ones, and pictures with transparency have straight (not premultiplied) alpha.
/// Samples are taken as sRGB; colour profiles and gamma values in files are ignored, as the image processors of
/// vision-language models do.
public struct Image: Sendable, Hashable {
  /// The samples of a pixel.
  public enum Layout: Int, Sendable, Hashable {
    /// Red, green, blue.
    case rgb = 3
    /// Red, green, blue, alpha, where 255 is opaque.
    case rgba = 4

    /// The number of samples of a pixel, which is also its number of bytes.
    @inlinable public var channels: Int { rawValue }
  }

  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// The samples of a pixel.
  public let layout: Layout
  /// The samples: `height` × `width` × `channels` bytes.
  public let pixels: [UInt8]

  /// The number of samples of a pixel: 3 or 4.
  @inlinable public var channels: Int { layout.rawValue }

  /// True for pictures with an alpha channel.
  @inlinable public var hasAlpha: Bool { layout == .rgba }

  /// Creates a picture from its samples; nil if a side is below 1 or the number of samples is not the product.
  public init?(width: Int, height: Int, layout: Layout = .rgb, pixels: [UInt8]) {
    guard width > 0, height > 0 else { return nil }
    let (area, areaOverflow) = width.multipliedReportingOverflow(by: height)
    let (count, countOverflow) = area.multipliedReportingOverflow(by: layout.channels)
    guard !areaOverflow, !countOverflow, pixels.count == count else { return nil }
    self.init(checkedWidth: width, height: height, layout: layout, pixels: pixels)
  }

  /// Creates a picture from samples whose number is right by construction.
  init(checkedWidth width: Int, height: Int, layout: Layout, pixels: [UInt8]) {
    assert(width > 0 && height > 0 && pixels.count == width * height * layout.channels)
    self.width = width
    self.height = height
    self.layout = layout
    self.pixels = pixels
  }

  /// The samples of the pixel in a column and a row, both counted from 0 at the top left.
  public subscript(column: Int, row: Int) -> ArraySlice<UInt8> {
    precondition(column >= 0 && column < width && row >= 0 && row < height, "the pixel is outside the picture")
    let start = (row * width + column) * channels
    return pixels[start..<start + channels]
  }
}
