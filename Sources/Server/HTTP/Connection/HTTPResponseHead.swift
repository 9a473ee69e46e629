/// The framing and the head of a response on the wire.
struct HTTPResponseHead {
  /// The framing of a body.
  enum Framing {
    /// No body, and no length.
    case none
    case length(Int)
    case chunked
    /// The end of the connection.
    case untilClose
  }

  var status: Int
  var headers: HTTPHeaders
  var framing: Framing
  /// The value of the field `Connection`, if it is sent.
  var connection: String?
  /// The value of the field `Date`.
  var date: String

  /// The fields that the server sets itself.
  private static let reserved = ["connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade"]

  /// The bytes of the head.
  var bytes: [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    for field in headers.fields {
      let name = field.name.lowercased()
      guard Array(field.name.utf8)[...].isToken, !Self.reserved.contains(name) else { continue }
      // A line break would begin a field, or the body, of somebody else's choice.
      let isBreak = { (byte: UInt8) in byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F }
      let value = field.value.utf8.map { isBreak($0) ? UInt8(ascii: " ") : $0 }
      text += "\(field.name): \(String(decoding: value, as: UTF8.self))\r\n"
    }
    switch framing {
    case .none: break
    case .length(let length): text += "Content-Length: \(length)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .untilClose: break
    }
    if let connection { text += "Connection: \(connection)\r\n" }
    text += "Date: \(date)\r\n\r\n"
    return Array(text.utf8)
  }

  /// Returns the bytes of a chunk.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  /// The last chunk, without a trailer.
  static let lastChunk = Array("0\r\n\r\n".utf8)

  /// The interim response that asks for the body.
  static let proceed = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static func reason(_ status: Int) -> String {
    reasons[status] ?? "Status"
  }

  private static let reasons = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 411: "Length Required", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed", 422: "Unprocessable Content",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
  ]
}
