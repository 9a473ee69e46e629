/// The page to chat on: one HTML file without parts elsewhere, which talks to the server's own API.
package enum ChatPage {
  /// Returns the page, or a response without a body where the client has it already.
  ///
  /// - Parameter request: A request by GET or HEAD for the page's path.
  /// - Returns: The page, with a policy that allows no script but its own and no connection but to its own server.
  package static func response(to request: HTTPRequest) -> HTTPResponse {
    let isKnown = matches(request.headers["If-None-Match"])
    var headers: HTTPHeaders = [
      "Cache-Control": "no-cache",
      "ETag": entityTag,
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    ]
    guard !isKnown else { return HTTPResponse(status: 304, headers: headers) }
    headers["Content-Type"] = "text/html; charset=utf-8"
    return HTTPResponse(status: 200, headers: headers, body: .bytes(bytes))
  }

  /// The bytes of the page, made once.
  private static let bytes = Array(text.utf8)

  private static let entityTag = "\"\(pageDigest)\""

  /// The content security policy.
  ///
  /// Styles are allowed inline because elements have styles of their own, such as the width of a bar; they cannot load
  /// anything. No other site may show the page in a frame.
  private static let policy = [
    "default-src 'none'", "script-src 'sha256-\(scriptDigest)'", "style-src 'unsafe-inline'", "connect-src 'self'",
    "img-src data: blob:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// Returns true if a field `If-None-Match` names this page, by weak comparison (RFC 9110, section 13.1.2).
  private static func matches(_ condition: String?) -> Bool {
    guard let condition else { return false }
    return condition.split(separator: ",").contains { part in
      let tag = part.drop { $0 == " " }.prefix { $0 != " " }
      return tag == "*" || tag == entityTag || tag == "W/" + entityTag
    }
  }
}
