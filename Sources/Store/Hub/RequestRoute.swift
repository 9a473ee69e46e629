internal import Foundation

/// The URL of a request on its way over redirections, and whether the token may go with it.
///
/// The token is sent to its own origin only. At the first redirection to another origin it is dropped for good, also if
/// a later one leads back: whoever sent the request there could read what it asks for.
struct RequestRoute: Sendable, Equatable {
  /// The maximum number of redirections.
  static let maximumHops = 10

  /// The URL of the next request.
  private(set) var url: URL
  /// True if the next request has the token.
  private(set) var carriesToken: Bool
  private var hops = 0

  /// Creates a route that begins at a URL.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - origin: The origin of the token; nil without a token.
  init(to url: URL, tokenOrigin origin: HTTPOrigin?) {
    self.url = url
    carriesToken = origin != nil && HTTPOrigin(url) == origin
  }

  /// Follows a redirection.
  ///
  /// - Parameter location: The header field `Location`, absolute or relative.
  /// - Throws: ``HubError/redirection(url:reason:)`` for too many of them, from `https` to `http`, and to no address.
  mutating func follow(_ location: String?) throws(HubError) {
    guard let location, let next = URL(string: location, relativeTo: url)?.absoluteURL,
      let origin = HTTPOrigin(next)
    else { throw .redirection(url: url, reason: "found no address that begins with http or https") }
    guard next.user == nil, next.password == nil else {
      throw .redirection(url: url, reason: "found an address with a user or a password")
    }
    guard !(HTTPOrigin(url)?.scheme == "https" && origin.scheme == "http") else {
      throw .redirection(url: url, reason: "found http://\(origin.host), expected https as before")
    }
    hops += 1
    guard hops <= Self.maximumHops else {
      throw .redirection(url: url, reason: "found more than \(Self.maximumHops) redirections")
    }
    if origin != HTTPOrigin(url) { carriesToken = false }
    url = next
  }

  /// Returns whether a status is a redirection to follow.
  static func isRedirection(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }
}
