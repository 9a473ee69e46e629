/// A complete request: its head, and its body with all transfer codings removed.
public struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path of the target, percent-encoded as it was sent, without the query.
  public var path: String
  /// The query of the target, percent-encoded, without the question mark; `nil` if there is none.
  public var query: String?
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body.
  public var body: [UInt8]
  /// The address of the client, such as `127.0.0.1`; `nil` if it is unknown, or the socket has none.
  public var remoteAddress: String?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The percent-encoded path of the target, without the query.
  ///   - query: The percent-encoded query of the target.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - remoteAddress: The address of the client.
  public init(
    method: String, path: String, query: String? = nil, headers: HTTPHeaders = [:], body: [UInt8] = [],
    remoteAddress: String? = nil
  ) {
    (self.method, self.path, self.query, self.headers) = (method, path, query, headers)
    (self.body, self.remoteAddress) = (body, remoteAddress)
  }
}
