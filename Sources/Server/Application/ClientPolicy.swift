/// The checks of who may send requests: key, name of the host and origin of a page.
struct ClientPolicy: Sendable {
  /// The keys; without any, no key is asked for.
  var keys: [[UInt8]]
  private let allowedHosts: [String]?
  private let allowedOrigins: [String]

  init(_ configuration: ServerConfiguration) {
    keys = configuration.keys.map { Array($0.utf8) }
    allowedHosts = configuration.allowedHosts?.map { $0.lowercased() }
    allowedOrigins = configuration.allowedOrigins.map { $0.lowercased() }
  }

  /// The names of this machine, besides the addresses from 127.0.0.0 to 127.255.255.255.
  private static let ownHosts: Set<String> = ["localhost", "[::1]", "::1"]

  /// Throws if the request is for a host of another name, or from a page of another origin.
  func check(_ request: HTTPRequest) throws(RequestFailure) {
    if let allowedHosts, let field = request.headers["host"] {
      let host = Self.host(field)
      let isOwn =
        Self.ownHosts.contains(host) || host.hasSuffix(".localhost") || HTTPAddress.isLoopback(version4: host)
      guard isOwn || allowedHosts.contains(host) || allowedHosts.contains("*") else {
        throw RequestFailure(
          403, .permission, "the host \(String(host.prefix(80)).debugDescription) is not one of this server's")
      }
    }
    guard let origin = request.headers["origin"] else { return }
    guard isOwn(origin, request) || isAllowed(origin) else {
      throw RequestFailure(
        403, .permission, "pages of \(String(origin.prefix(80)).debugDescription) may not use this server")
    }
  }

  /// Returns true if pages of an origin may use the server from elsewhere.
  func isAllowed(_ origin: String) -> Bool {
    allowedOrigins.contains("*") || allowedOrigins.contains(origin.lowercased())
  }

  /// Returns true if the page is one of this server.
  private func isOwn(_ origin: String, _ request: HTTPRequest) -> Bool {
    guard let host = request.headers["host"]?.lowercased() else { return false }
    return ["http://" + host, "https://" + host].contains(origin.lowercased())
  }

  /// The name in the field `Host`, without the port.
  private static func host(_ field: String) -> String {
    let field = field.lowercased()
    if field.hasPrefix("[") { return String(field.prefix { $0 != "]" }) + "]" }
    return String(field.prefix { $0 != ":" })
  }

  /// Throws if the request has none of the keys.
  func checkKey(_ request: HTTPRequest) throws(RequestFailure) {
    guard !keys.isEmpty else { return }
    var given = request.headers.values("x-api-key")
    for field in request.headers.values("authorization") {
      let words = field.split(separator: " ", maxSplits: 1)
      if words.count == 2, words[0].lowercased() == "bearer" { given.append(String(words[1].drop { $0 == " " })) }
    }
    // All keys are compared, and all of their bytes, so that the time says nothing about them.
    var isKnown = false
    for text in given.prefix(4) {
      let bytes = Array(text.utf8)
      for key in keys where Self.isEqual(key, bytes) { isKnown = true }
    }
    guard !isKnown else { return }
    throw RequestFailure(
      401, .authentication, code: "invalid_api_key",
      given.isEmpty ? "a key is missing; send it as \"Authorization: Bearer KEY\"" : "the key is wrong")
  }

  private static func isEqual(_ key: [UInt8], _ given: [UInt8]) -> Bool {
    var difference = key.count ^ given.count
    for index in given.indices { difference |= Int(given[index] ^ (key.isEmpty ? 1 : key[index % key.count])) }
    return difference == 0 && !key.isEmpty
  }
}
