import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as it goes to a server, in the form of RFC 9112, over a connection of its own.
///
/// A connection that was kept may be closed by the server just as a request goes out, which then must not be sent again;
/// beside the time that a model takes, a new connection costs nothing.
struct HTTPRequestBytes: Sendable, Equatable {
  /// The host, without the brackets around an address of version 6.
  var host: String
  var port: UInt16
  var bytes: [UInt8]

  /// Fields that follow from the request itself and from what is understood of an answer.
  private static let reserved: Set = [
    "accept-encoding", "connection", "content-length", "expect", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Writes a request to an address with the scheme `http`.
  ///
  /// - Throws: ``HTTPFailure/unreachable(_:)`` if the address has no host, or no port that can exist.
  init(_ request: URLRequest) throws(HTTPFailure) {
    guard let url = request.url, let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let name = components.encodedHost?.trimmingCharacters(in: ["[", "]"]), !name.isEmpty
    else { throw .unreachable("the address names no host") }
    guard let port = UInt16(exactly: components.port ?? 80), port > 0 else {
      throw .unreachable("there is no port \(components.port ?? 0)")
    }
    self.port = port
    // An address of version 6 may name the network interface, which is nothing to the server.
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
