public import Foundation

extension Transcript {
  /// An image: the contents of a file in one of the formats PNG, JPEG, GIF, WebP and BMP.
  ///
  /// The contents are read when a request needs them, so a path that leads nowhere is an error of that request.
  public struct ImageAttachment: Sendable, Equatable {
    private enum Source: Sendable, Equatable {
      case url(URL)
      case data(Data)
    }

    /// The maximum size of a file in bytes.
    package static let maximumByteCount = 32 << 20

    private let source: Source

    /// Creates an image from a URL.
    ///
    /// - Parameter imageURL: The URL of a file, or one with the scheme `data`. Others are sent to remote models only,
    ///   which read them by themselves.
    public init(imageURL: URL) { source = .url(imageURL) }

    /// Creates an image from the contents of a file.
    ///
    /// - Parameter data: The bytes of the file.
    public init(data: Data) { source = .data(data) }

    /// Creates an image from the text of a URL with the scheme `data`, which is decoded at once.
    ///
    /// - Throws: ``ImageAttachmentError`` for text that cannot be decoded, or has more than 32 MiB.
    package init(dataURL: String) throws(ImageAttachmentError) {
      self.init(data: try Self.contents(ofDataURL: dataURL))
    }

    /// The address of a web server, from which the image has to be fetched; `nil` if it is elsewhere.
    package var webURL: URL? {
      guard case .url(let url) = source, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
      return url
    }

    /// The URL of the image; contents have one with the scheme `data`.
    public var url: URL? {
      switch source {
      case .url(let url): url
      case .data(let data): URL(string: Self.dataURL(data))
      }
    }

    /// The URL that the image was created from, in short; `nil` for contents.
    var place: String? {
      guard case .url(let url) = source, url.scheme?.lowercased() != "data" else { return nil }
      return url.isFileURL ? url.lastPathComponent : String(url.absoluteString.prefix(100))
    }

    /// Reads the contents of the file.
    ///
    /// - Throws: ``ImageAttachmentError`` for a file that cannot be read, has more than 32 MiB, or is elsewhere.
    package func data() throws(ImageAttachmentError) -> Data {
      switch source {
      case .data(let data):
        guard data.count <= Self.maximumByteCount else { throw .tooLarge(place: "image", byteCount: data.count) }
        return data
      case .url(let url) where url.isFileURL: return try Self.contents(ofFile: url)
      case .url(let url) where url.scheme?.lowercased() == "data":
        return try Self.contents(ofDataURL: url.absoluteString)
      case .url(let url): throw .unsupportedURL(String(url.absoluteString.prefix(100)))
      }
    }

    /// Returns the URL for a remote model: that of a web server, else one with the contents.
    func remoteURL() throws(ImageAttachmentError) -> String {
      if case .url(let url) = source, !url.isFileURL { return url.absoluteString }
      return Self.dataURL(try data())
    }
  }
}

/// An error of reading an image of a prompt.
public enum ImageAttachmentError: LocalizedError, Equatable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file has more than 32 MiB.
  case tooLarge(place: String, byteCount: Int)
  /// The URL is neither that of a file nor has it the scheme `data`.
  case unsupportedURL(String)
  /// The data of a URL cannot be decoded.
  case invalidData(reason: String)
  /// The contents are no image that can be decoded.
  case undecodable(place: String, reason: String)

  /// The error's message.
  public var errorDescription: String? { description }
}

extension ImageAttachmentError: CustomStringConvertible {
  /// The error's message, with the place of the image.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "the image \(path) cannot be read: \(reason)"
    case .tooLarge(let place, let count):
      "the image \(place) has \(count) bytes, expected at most \(Transcript.ImageAttachment.maximumByteCount)"
    case .unsupportedURL(let url): "found an image at \(url), expected the URL of a file or one with the scheme data"
    case .invalidData(let reason): "the data URL of an image cannot be decoded: \(reason)"
    case .undecodable(let place, let reason): "the image \(place) cannot be decoded: \(reason)"
    }
  }
}

extension Transcript.ImageAttachment {
  private static func contents(ofFile url: URL) throws(ImageAttachmentError) -> Data {
    let path = url.path(percentEncoded: false)
    do {
      let values = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      guard values.isRegularFile == true else { throw ImageAttachmentError.unreadable(path: path, reason: "no file") }
      if let count = values.fileSize, count > maximumByteCount {
        throw ImageAttachmentError.tooLarge(place: path, byteCount: count)
      }
      return try Data(contentsOf: url)
    } catch let error as ImageAttachmentError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }

  /// Decodes a URL of RFC 2397, `data:[type][;base64],contents`.
  private static func contents(ofDataURL text: String) throws(ImageAttachmentError) -> Data {
    guard let comma = text.firstIndex(of: ",") else { throw .invalidData(reason: "found no comma") }
    let contents = text[text.index(after: comma)...]
    guard contents.utf8.count <= maximumByteCount / 3 * 4 + 4 else {
      throw .tooLarge(place: "data URL", byteCount: contents.utf8.count / 4 * 3)
    }
    guard text[..<comma].lowercased().hasSuffix(";base64") else {
      guard let plain = contents.removingPercentEncoding else {
        throw .invalidData(reason: "found an invalid percent escape")
      }
      return Data(plain.utf8)
    }
    let plain = contents.contains("%") ? contents.removingPercentEncoding ?? "" : String(contents)
    guard let data = Data(base64Encoded: plain, options: .ignoreUnknownCharacters), !data.isEmpty else {
      throw .invalidData(reason: "found text that is not base64")
    }
    return data
  }

  private static func dataURL(_ data: Data) -> String {
    "data:\(mediaType(data));base64,\(data.base64EncodedString())"
  }

  /// Returns the media type that the first bytes of a file tell.
  private static func mediaType(_ data: Data) -> String {
    let types: [(magic: [UInt8], type: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
      (Array("GIF8".utf8), "image/gif"), (Array("BM".utf8), "image/bmp"),
    ]
    if data.starts(with: Array("RIFF".utf8)), data.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "image/webp" }
    return types.first { data.starts(with: $0.magic) }?.type ?? "application/octet-stream"
  }
}
