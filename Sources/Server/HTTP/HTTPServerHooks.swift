/// The closures by which an application takes part in the transport of requests.
///
/// They run on the thread of the sockets, so they must not wait.
package struct HTTPServerHooks: Sendable {
  /// Refuses a request before its body is read; `nil` lets it pass.
  ///
  /// The request has no body. Only whole bodies of responses are sent.
  package var admit: @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }

  /// The response to what the transport refuses itself; the request has no body, and is `nil` if it has no head.
  package var refuse: @Sendable (HTTPRequestError, HTTPRequest?) -> HTTPResponse = { error, _ in
    HTTPResponse(
      status: error.status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Array("\(error.message)\n".utf8)))
  }

  /// Receives a line of the access log, at the end of each response.
  package var log: @Sendable (HTTPAccess) -> Void = { _ in }

  /// Creates closures that do nothing.
  package init() {}
}

/// A line of the access log.
package struct HTTPAccess: Sendable, Hashable {
  /// The method; `nil` if the head could not be read.
  package var method: String?
  /// The path; `nil` if the head could not be read.
  package var path: String?
  /// The status; `nil` if no response had begun.
  package var status: Int?
  /// The header fields of the response, which can have an identifier of the request.
  package var headers: HTTPHeaders
  /// The number of bytes of the response's body.
  package var bytes: Int
  /// The time since the head was complete.
  package var duration: Duration
  /// The address of the client.
  package var remoteAddress: String?
  /// True if the response was not sent to its end.
  package var isCancelled: Bool
}
