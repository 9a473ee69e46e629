internal import Foundation

/// The origin of a URL: its scheme, host and port (RFC 6454).
struct HTTPOrigin: Sendable, Hashable {
  var scheme: String
  var host: String
  var port: Int

  /// Returns the origin of an absolute URL; nil for other schemes than `http` and `https`, and without a host.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
    else { return nil }
    (self.scheme, self.host) = (scheme, host)
    port = url.port ?? (scheme == "http" ? 80 : 443)
  }
}
