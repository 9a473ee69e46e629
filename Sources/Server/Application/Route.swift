package import SwiftletJSON

/// A request that has found its route.
package struct RoutedRequest: Sendable {
  /// The request.
  package let request: HTTPRequest
  /// The rest of the path, where the route takes any.
  package let rest: String
  /// The form of errors.
  package let form: ErrorForm
  /// The parts of the server.
  package let services: ServerServices
  /// The request's identifier and its record.
  package let context: RequestContext

  /// The body as JSON.
  ///
  /// - Throws: ``RequestFailure`` if it is not JSON.
  package var json: JSONValue {
    get throws(RequestFailure) {
      do throws(JSONError) {
        let options = JSONScanner.Options(maximumDepth: 128, replacesLoneSurrogates: true)
        return try JSONValue.read(request.body, options: options)
      } catch {
        throw RequestFailure(
          400, .invalidRequest, code: "invalid_json", "the body is not JSON at byte \(error.offset): \(error.reason)")
      }
    }
  }
}

/// A path with what is done there.
package struct Route: Sendable {
  /// A function that answers requests.
  package typealias Handler = @Sendable (RoutedRequest) async throws -> HTTPResponse

  /// The method; `GET` is `HEAD` too.
  package var method: String
  /// The paths; one that ends with `/*` takes all below it.
  package var paths: [String]
  /// The form of errors.
  package var form: ErrorForm
  /// True if no key is asked for.
  package var isPublic: Bool
  /// The function that answers requests.
  package var handler: Handler

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - paths: The paths; one that begins with `/v1/` is there without it too, as on llama.cpp's server.
  ///   - form: The form of errors.
  ///   - isPublic: True if no key is asked for.
  ///   - handler: The function that answers requests.
  package init(
    _ method: String, _ paths: String..., form: ErrorForm = .openAI, isPublic: Bool = false,
    handler: @escaping Handler
  ) {
    (self.method, self.form, self.isPublic, self.handler) = (method, form, isPublic, handler)
    self.paths = paths + paths.filter { $0.hasPrefix("/v1/") }.map { String($0.dropFirst(3)) }
  }
}

/// The table of routes.
package struct Router: Sendable {
  /// The routes of a path.
  struct Match {
    let routes: [Route]
    let rest: String

    /// Returns the route of a method.
    func route(for method: String) -> Route? {
      routes.first { $0.method == (method == "HEAD" ? "GET" : method) }
    }

    /// The value of the field `Allow`.
    var allowedMethods: String {
      var methods = routes.map { $0.method }
      if methods.contains("GET") { methods.append("HEAD") }
      return (methods + ["OPTIONS"]).joined(separator: ", ")
    }
  }

  private var exact: [String: [Route]] = [:]
  private var prefixes: [String: [Route]] = [:]

  /// Creates the table.
  package init(_ routes: [Route]) {
    for route in routes {
      for path in route.paths {
        if path.hasSuffix("/*") {
          prefixes[String(path.dropLast()), default: []].append(route)
        } else {
          exact[path, default: []].append(route)
        }
      }
    }
  }

  /// Returns the routes of a path; `nil` if there are none.
  func match(_ path: String) -> Match? {
    if let routes = exact[path] { return Match(routes: routes, rest: "") }
    // The longest prefix counts.
    let prefix = prefixes.keys.filter { path.hasPrefix($0) && path.count > $0.count }.max { $0.count < $1.count }
    guard let prefix, let routes = prefixes[prefix] else { return nil }
    return Match(routes: routes, rest: String(path.dropFirst(prefix.count)))
  }
}

extension Router {
  /// Returns the path as the table has it, with `*` for what it leaves open; `other` for unknown paths.
  func name(of path: String) -> String {
    guard let path = HTTPRequest(method: "GET", path: path).decodedPath, let match = match(path) else { return "other" }
    return match.rest.isEmpty ? path : String(path.dropLast(match.rest.count)) + "*"
  }
}

extension HTTPRequest {
  /// The path with single slashes, without a slash at its end, decoded; `nil` if it is encoded wrongly.
  package var decodedPath: String? {
    var bytes: [UInt8] = []
    for byte in path.utf8 where byte != UInt8(ascii: "/") || bytes.last != byte { bytes.append(byte) }
    if bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = bytes[index + 1].hexDigit, let low = bytes[index + 2].hexDigit else {
        return nil
      }
      decoded.append(high << 4 | low)
      index += 3
    }
    return String(validating: decoded, as: UTF8.self)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; `nil` for other bytes.
  fileprivate var hexDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}
