/// An error in decoding a picture, with its format and place, and what was found and expected.
public struct ImageError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: String, Sendable, Hashable {
    /// The first bytes are those of no known picture format.
    case unknownFormat
    /// The format is known but not decoded here; ``ImageError/expected`` says what to convert the picture to.
    case unsupportedFormat
    /// The format is decoded, but not this variant of it.
    case unsupportedFeature
    /// The file ends before the picture does.
    case truncated
    /// A value contradicts the format.
    case malformed
    /// A checksum in the file differs from that of its data.
    case badChecksum
    /// A value of ``ImageLimits`` is exceeded.
    case limitExceeded
  }

  /// The kind of failure.
  public var code: Code
  /// The format of the file; nil if it is unknown.
  public var format: ImageFormat?
  /// The byte offset in the file; nil if the error is about the whole file.
  public var offset: Int?
  /// The value or condition that was found.
  public var found: String
  /// The value or condition that was expected.
  public var expected: String

  /// Creates an error from its parts.
  public init(_ code: Code, format: ImageFormat?, offset: Int? = nil, found: String, expected: String) {
    self.code = code
    self.format = format
    self.offset = offset
    self.found = found
    self.expected = expected
  }
}

extension ImageError: CustomStringConvertible {
  /// A one-line description: format, place, found, expected.
  public var description: String {
    let place = offset.map { ", byte \($0)" } ?? ""
    return "\(format.map { $0.rawValue + " picture" } ?? "picture")\(place): found \(found), expected \(expected)"
  }
}

extension ImageError {
  /// Creates the error for a file in an unknown format, or in a known one that is not decoded.
  static func unsupported(_ format: ImageFormat?, bytes: Span<UInt8>) -> ImageError {
    let supported = "PNG, JPEG, GIF, BMP or WebP"
    guard let format else {
      let head = (0..<min(bytes.count, 8)).map { index in
        let digits = String(bytes[index], radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }
      let found = head.isEmpty ? "an empty file" : "the bytes \(head.joined(separator: " "))"
      return ImageError(.unknownFormat, format: nil, offset: 0, found: found, expected: "a picture in \(supported)")
    }
    let advice =
      switch format {
      case .svg: "render it to a PNG picture first"
      case .pdf: "render its pages to PNG pictures first"
      default: "convert it to PNG or JPEG first"
      }
    return ImageError(
      .unsupportedFormat, format: format, found: "a \(format.rawValue) file, which is not supported",
      expected: "\(supported): \(advice)")
  }
}
