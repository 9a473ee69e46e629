/// The version of this package.
public enum LibraryVersion {
  /// The version number, as Semantic Versioning has it.
  public static let number = "0.1.0"

  /// The value of the `User-Agent` field in requests to servers (RFC 9110, section 10.1.5).
  static let userAgent = "swiftlet/\(number)"
}
