import Foundation
import SwiftletHashing
import SwiftletServer
import Synchronization

/// A hub on a loopback port with one repository, `me/tiny`, that has the bundled model under two names.
final class ScriptedHub: Sendable {
  static let commit = String(repeating: "c", count: 40)

  /// The address, such as `http://127.0.0.1:8080`.
  let address: String
  private let server: HTTPServer
  private let log: RequestLog

  /// The requests so far, each as method, path and the range, if there is one.
  var requests: [String] { log.lines.withLock { $0 } }

  init(_ file: [UInt8], names: [String] = ["tiny-Q8_0.gguf", "tiny-F16.gguf"]) throws {
    let log = RequestLog()
    let digest = "\(SHA256.digest(of: file.span))"
    var limits = HTTPServerLimits()
    // The answers wait for the threads of other tests.
    (limits.headTimeout, limits.idleTimeout, limits.writeTimeout) = (.seconds(3600), .seconds(3600), .seconds(3600))
    server = try HTTPServer(limits: limits) { request in
      let range = request.headers["range"]
      let line = [request.method, request.path, range].compactMap(\.self).joined(separator: " ")
      log.lines.withLock { $0.append(line) }
      return Self.answer(request, range, file, digest, names)
    }
    try server.bind(to: HTTPAddress(host: "127.0.0.1", port: 0))
    guard case .host(_, let port)? = server.boundAddresses.first else { throw CocoaError(.fileReadUnknown) }
    (address, self.log) = ("http://127.0.0.1:\(port)", log)
    Task { [server] in try await server.run() }
  }

  deinit { server.shutDown(drainTimeout: .zero) }

  private static func answer(
    _ request: HTTPRequest, _ range: String?, _ file: [UInt8], _ digest: String, _ names: [String]
  ) -> HTTPResponse {
    func json(_ text: String) -> HTTPResponse {
      HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: .bytes(Array(text.utf8)))
    }
    if request.path.hasPrefix("/api/models/me/tiny/revision/") {
      return json(#"{"sha": "\#(commit)", "gated": false, "private": false, "siblings": []}"#)
    }
    if request.path.hasPrefix("/api/models/me/tiny/tree/") {
      let entries = names.map { name in
        #"{"type": "file", "path": "\#(name)", "size": \#(file.count), "oid": "\#(commit)", "#
          + #""lfs": {"oid": "\#(digest)", "size": \#(file.count), "pointerSize": 130}}"#
      }
      return json("[" + entries.joined(separator: ", ") + "]")
    }
    guard request.path.hasPrefix("/me/tiny/resolve/") else {
      return HTTPResponse(status: 404, headers: ["X-Error-Code": "RepoNotFound"], body: .bytes(Array("{}".utf8)))
    }
    let headers: HTTPHeaders = [
      "X-Repo-Commit": commit, "ETag": "\"\(digest)\"", "Accept-Ranges": "bytes",
      "Content-Type": "application/octet-stream",
    ]
    guard let bounds = range?.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false),
      let first = bounds.first.flatMap({ Int($0) }), first < file.count
    else { return HTTPResponse(status: 200, headers: headers, body: .bytes(file)) }
    let last = min(file.count - 1, bounds.last.flatMap { Int($0) } ?? file.count - 1)
    var partial = headers
    partial["Content-Range"] = "bytes \(first)-\(last)/\(file.count)"
    return HTTPResponse(status: 206, headers: partial, body: .bytes(Array(file[first...last])))
  }
}

/// The lines of a log.
private final class RequestLog: Sendable {
  let lines = Mutex<[String]>([])
}
