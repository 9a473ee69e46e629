import Swiftlet
import SwiftletHTTP

/// The head of a request, with the framing of its body.
package struct HTTPRequestHead: Sendable {
  /// The framing of a body.
  package enum Framing: Sendable, Hashable {
    /// A number of bytes, which may be 0.
    case length(Int)
    /// Chunks until the last one, which is empty.
    case chunked
  }

  /// The request without its body.
  package var request: HTTPRequest
  /// The minor version: 1 of HTTP/1.1, 0 of HTTP/1.0.
  package var minorVersion: Int
  /// The framing of the body.
  package var framing = Framing.length(0)
  /// The host of an absolute target.
  var authorityOfTarget: String?

  /// True if the client waits for an interim response before it sends the body.
  package var expectsContinue: Bool {
    guard minorVersion > 0, framing != .length(0) else { return false }
    return Self.options(request.headers, "Expect").contains("100-continue")
  }

  /// True if the client can send another request on the connection.
  package var keepsAlive: Bool {
    let options = Self.options(request.headers, "Connection")
    if options.contains("close") { return false }
    return minorVersion > 0 || options.contains("keep-alive")
  }

  /// Returns the elements of a list of options, in lower case.
  static func options(_ headers: HTTPHeaders, _ name: String) -> [String] {
    let elements = (headers[name] ?? "").lowercased().utf8.split(separator: UInt8(ascii: ","))
    return elements.map { String(decoding: Array($0)[...].trimmingBlanks(), as: UTF8.self) }
  }
}
