import Foundation
import Swiftlet

/// An image of a request, with its place in it.
struct RequestImage {
  /// The image, whose data is decoded already, or one at an address of a web server.
  let attachment: Transcript.ImageAttachment
  /// The path of the member.
  let place: String

  /// Reads the image of a URL.
  ///
  /// - Parameters:
  ///   - url: The text of a URL with the scheme `data`, or `http` and `https` where they are allowed.
  ///   - place: The path of the member.
  ///   - allowsAddresses: True if addresses of web servers are allowed, which are fetched later.
  /// - Throws: ``FieldError`` for another URL, and data that is not base64.
  init(url: String?, at place: String, allowsAddresses: Bool) throws(FieldError) {
    let found = url.map { String($0.prefix(40)) } ?? "none"
    let scheme = url?.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "data"?:
      do {
        attachment = try Transcript.ImageAttachment(dataURL: url ?? "")
      } catch {
        throw FieldError(place, "\(error)", code: "invalid_image")
      }
    case "http"?, "https"?:
      guard allowsAddresses else {
        throw FieldError(
          place,
          "found \(found), expected a URL with the scheme data: images are fetched only by a server with --image-urls",
          code: "unsupported_value")
      }
      guard let address = url.flatMap({ URL(string: $0) }), address.host()?.isEmpty == false else {
        throw FieldError(place, "found \(found), which is no URL", code: "invalid_image")
      }
      attachment = Transcript.ImageAttachment(imageURL: address)
    default:
      throw FieldError(place, "found \(found), expected a URL with the scheme data", code: "unsupported_value")
    }
    self.place = place
  }

  /// Reads an image from text in base64, which may be a URL with the scheme `data`, too.
  ///
  /// - Throws: ``FieldError`` for other text.
  init(base64 text: String, at place: String) throws(FieldError) {
    let url = text.prefix(5).lowercased() == "data:" ? text : "data:;base64,\(text)"
    try self.init(url: url, at: place, allowsAddresses: false)
  }
}
