import Swiftlet
import SwiftletHTTP

extension HTTPRequestHead {
  /// Parses a request line such as `GET /path?query HTTP/1.1`.
  ///
  /// - Throws: ``HTTPRequestError``
  init(requestLine line: [UInt8]) throws(HTTPRequestError) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isToken, parts[0].count <= 32, !parts[1].isEmpty else {
      throw .malformed("a request does not begin with a method, a target and a version")
    }
    let version = Array(parts[2])
    guard version.count == 8, version.starts(with: "HTTP/".utf8), version[6] == UInt8(ascii: "."),
      let major = version[5..<6].number(radix: 10), let minor = version[7...].number(radix: 10)
    else { throw .malformed("a request line does not end with a version of HTTP") }
    guard major == 1, minor <= 1 else {
      throw HTTPRequestError(status: 505, message: "the version is not HTTP/1.1 or HTTP/1.0")
    }
    minorVersion = minor
    let method = String(decoding: parts[0], as: UTF8.self)
    guard method != "CONNECT" else { throw HTTPRequestError(status: 501, message: "the server is no proxy") }
    // A fragment is not sent, and what is not ASCII has to be percent-encoded.
    guard parts[1].allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) else {
      throw .malformed("the target has a character that is not allowed")
    }
    request = HTTPRequest(method: method, path: "")
    try setTarget(String(decoding: parts[1], as: UTF8.self))
  }

  /// Sets the path and the query, and of an absolute target also the host, until it is compared with the field.
  private mutating func setTarget(_ target: String) throws(HTTPRequestError) {
    var rest = target.utf8[...]
    if target == "*" && request.method == "OPTIONS" {
      request.path = "*"
      return
    }
    if let scheme = Self.schemes.first(where: { $0.isPrefix(ofLowercased: rest) }) {
      rest = rest.dropFirst(scheme.utf8.count)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      guard !authority.isEmpty else { throw .malformed("the target has no host") }
      authorityOfTarget = String(Substring(authority))
      rest = rest.dropFirst(authority.count)
    } else if rest.first != UInt8(ascii: "/") {
      throw .malformed("the target is not a path")
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    request.path = path.isEmpty ? "/" : String(Substring(path))
    if path.count < rest.count { request.query = String(Substring(rest.dropFirst(path.count + 1))) }
  }

  private static let schemes = ["http://", "https://"]

  /// Parses a header line and appends it.
  ///
  /// - Throws: ``HTTPRequestError``
  mutating func append(fieldLine line: [UInt8]) throws(HTTPRequestError) {
    // A name with a blank before the colon, or a line that continues the previous one, is none.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isToken else {
      throw .malformed("a header line is not a name, a colon and a value")
    }
    let value = line[(colon + 1)...].trimmingBlanks()
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
      throw .malformed("a header field contains a control character")
    }
    request.headers.append(
      name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self))
  }

  /// Checks the fields of the transport, and determines the framing of the body.
  ///
  /// - Parameter limit: The maximum length of the body.
  /// - Throws: ``HTTPRequestError``
  mutating func endFields(bodyLimit limit: Int) throws(HTTPRequestError) {
    try checkHost()
    framing = try bodyFraming()
    if case .length(let length) = framing, length > limit {
      throw HTTPRequestError(status: 413, message: "the body has \(length) bytes; at most \(limit) are accepted")
    }
    guard Self.options(request.headers, "Content-Encoding").allSatisfy({ $0 == "identity" }) else {
      throw HTTPRequestError(status: 415, message: "compressed bodies are not accepted")
    }
  }

  private func checkHost() throws(HTTPRequestError) {
    let hosts = request.headers.values("Host")
    guard hosts.count == 1 || hosts.isEmpty && minorVersion == 0 else {
      throw .malformed("a request has to have one header field Host")
    }
    // What is checked later is the field.
    if let authorityOfTarget, !(hosts.first ?? "").isEqual(ignoringCase: authorityOfTarget) {
      throw .malformed("the host of the target is not that of the header field")
    }
  }

  private func bodyFraming() throws(HTTPRequestError) -> Framing {
    let length = request.headers["Content-Length"]
    if let coding = request.headers["Transfer-Encoding"] {
      guard length == nil else { throw .malformed("a request has both Content-Length and Transfer-Encoding") }
      guard minorVersion > 0 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
      guard coding.isEqual(ignoringCase: "chunked") else {
        // Empty elements, and codings after the chunks, would be skipped by some programs and not by others.
        let codings = coding.lowercased().utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
          .map { String(decoding: Array($0)[...].trimmingBlanks(), as: UTF8.self) }
        let isClear = !codings.contains("") && !codings.dropLast().contains("chunked")
        throw HTTPRequestError(
          status: isClear ? 501 : 400, message: "the transfer coding is \(coding.prefix(40)), not chunked")
      }
      return .chunked
    }
    guard let length else { return .length(0) }
    guard let number = HTTPFields.contentLength(length) else {
      throw .malformed("the length of the body is ambiguous or not a number")
    }
    return .length(number)
  }
}

extension ArraySlice<UInt8> {
  /// True if the bytes are a token (RFC 9110, section 5.6.2), such as a method or the name of a field.
  var isToken: Bool {
    !isEmpty
      && allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          true
        default: Self.marks.contains($0)
        }
      }
  }

  private static let marks = Set("!#$%&'*+-.^_`|~".utf8)
}

extension String {
  /// True if the bytes begin with this text, which is in lower case, without regard to the case of ASCII letters.
  fileprivate func isPrefix(ofLowercased bytes: Substring.UTF8View) -> Bool {
    bytes.prefix(utf8.count).map { $0.asciiLowercased } == Array(utf8)
  }
}
