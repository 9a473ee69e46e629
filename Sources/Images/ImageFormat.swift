/// A file format of pictures, recognised by the first bytes of the file.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case bmp = "BMP"
  case webp = "WebP"
  case heic = "HEIC"
  case avif = "AVIF"
  case tiff = "TIFF"
  case svg = "SVG"
  case pdf = "PDF"
  case jpegXL = "JPEG XL"
  case jpeg2000 = "JPEG 2000"
  case icon = "ICO"
  case photoshop = "PSD"

  /// The formats that can be decoded.
  public static let supported: [ImageFormat] = [.png, .jpeg, .gif, .bmp, .webp]

  /// True for the formats that can be decoded.
  public var isSupported: Bool { Self.supported.contains(self) }

  /// The MIME type.
  public var mimeType: String {
    switch self {
    case .svg: "image/svg+xml"
    case .pdf: "application/pdf"
    case .jpegXL: "image/jxl"
    case .jpeg2000: "image/jp2"
    case .icon: "image/vnd.microsoft.icon"
    case .photoshop: "image/vnd.adobe.photoshop"
    case .png, .jpeg, .gif, .bmp, .webp, .heic, .avif, .tiff: "image/" + rawValue.lowercased()
    }
  }

  /// Recognises the format of a file by its first bytes; nil for unknown ones.
  public init?(detecting bytes: Span<UInt8>) {
    for (format, offset, magic) in Self.signatures where Self.matches(bytes, magic, at: offset) {
      guard format != .webp || Self.matches(bytes, Array("WEBP".utf8), at: 8) else { continue }
      self = format
      return
    }
    // Apple's and the AVIF group's formats are boxes of ISO 14496-12, told apart by the brand.
    if Self.matches(bytes, Array("ftyp".utf8), at: 4), bytes.count >= 12 {
      let brand = (8..<12).map { bytes[$0] }
      if [Array("avif".utf8), Array("avis".utf8)].contains(brand) {
        self = .avif
        return
      }
      if ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains(where: { Array($0.utf8) == brand }) {
        self = .heic
        return
      }
    }
    guard Self.looksLikeSVG(bytes) else { return nil }
    self = .svg
  }

  private static let signatures: [(ImageFormat, Int, [UInt8])] = [
    (.png, 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    (.jpeg, 0, [0xFF, 0xD8, 0xFF]),
    (.gif, 0, Array("GIF87a".utf8)),
    (.gif, 0, Array("GIF89a".utf8)),
    (.bmp, 0, Array("BM".utf8)),
    (.webp, 0, Array("RIFF".utf8)),
    (.tiff, 0, [0x49, 0x49, 0x2A, 0x00]),
    (.tiff, 0, [0x4D, 0x4D, 0x00, 0x2A]),
    (.tiff, 0, [0x49, 0x49, 0x2B, 0x00]),
    (.tiff, 0, [0x4D, 0x4D, 0x00, 0x2B]),
    (.pdf, 0, Array("%PDF".utf8)),
    (.jpegXL, 0, [0xFF, 0x0A]),
    (.jpegXL, 4, Array("JXL ".utf8)),
    (.jpeg2000, 4, Array("jP  ".utf8)),
    (.jpeg2000, 0, [0xFF, 0x4F, 0xFF, 0x51]),
    (.icon, 0, [0x00, 0x00, 0x01, 0x00]),
    (.photoshop, 0, Array("8BPS".utf8)),
  ]

  private static func matches(_ bytes: Span<UInt8>, _ magic: [UInt8], at offset: Int) -> Bool {
    guard bytes.count >= offset + magic.count else { return false }
    return magic.indices.allSatisfy { bytes[offset + $0] == magic[$0] }
  }

  /// Tests for `<svg` in the first kilobyte of what begins like XML.
  private static func looksLikeSVG(_ bytes: Span<UInt8>) -> Bool {
    let head = (0..<min(bytes.count, 1024)).map { bytes[$0] }
    guard let first = head.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }), first == 0x3C else {
      return false
    }
    let tag = Array("<svg".utf8)
    return head.indices.dropLast(3).contains { Array(head[$0..<$0 + 4]) == tag }
  }
}
