import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A serialised HTTP/1.1 request (RFC 9112) for a separate connection.
///
/// A server may close a kept-alive connection while a request is sent, which then must not be repeated; the cost of a
/// new connection is negligible compared to generation.
struct SerializedHTTPRequest: Sendable, Equatable {
  /// The host, without the brackets around an IPv6 address.
  var host: String
  var port: UInt16
  var bytes: [UInt8]

  /// The fields that this client sets itself.
  private static let reserved: Set = [
    "accept-encoding", "connection", "content-length", "expect", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Serialises a request to an `http` URL.
  ///
  /// - Throws: ``HTTPFailure/unreachable(_:)`` if the URL has no host or an invalid port.
  init(_ request: URLRequest) throws(HTTPFailure) {
    guard let url = request.url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let name = components.encodedHost?.trimmingCharacters(in: ["[", "]"]), !name.isEmpty
    else { throw .unreachable("the address has no host") }
    guard let port = UInt16(exactly: components.port ?? 80), port > 0 else {
      throw .unreachable("there is no port \(components.port ?? 0)")
    }
    self.port = port
    // The zone of an IPv6 address is not sent to the server.
    host = name.removingPercentEncoding ?? name
    let literal = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : name

    var target = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
    if let query = components.percentEncodedQuery { target += "?\(query)" }
    var fields: [(String, String)] = [("Host", port == 80 ? literal : "\(literal):\(port)")]
    let body = request.httpBody ?? Data()
    fields += [("Connection", "close"), ("Accept-Encoding", "identity"), ("Content-Length", "\(body.count)")]
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      if name.lowercased() == "host" {
        fields[0].1 = value
      } else if !Self.reserved.contains(name.lowercased()) {
        fields.append((name, value))
      }
    }
    let head =
      "\(request.httpMethod ?? "GET") \(target) HTTP/1.1\r\n"
      + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    bytes = Array(head.utf8) + body
  }
}
