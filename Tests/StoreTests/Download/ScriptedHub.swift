import Foundation
import Synchronization
import SwiftletHTTP
import SwiftletHashing
import TestSupport

@testable import SwiftletStore

/// A hub and the storage of its files, on two ports of loopback, so that the storage is another origin.
///
/// The repository `me/ok` has the file `tiny-Q8_0.gguf`, which lies in the storage, and `README.md`, which is in git.
final class ScriptedHub: Sendable {
  /// The faults of a server, in answers about the large file unless they say otherwise.
  enum Fault: String, CaseIterable, Sendable {
    case none
    /// One bit of the contents is wrong.
    case flip
    /// Every other answer ends half way.
    case cut
    /// Ranges are ignored.
    case noRanges
    /// A page of a login instead of the file.
    case html
    /// An empty body.
    case empty
    /// Every answer has a tenth of the file at most, and then the connection ends.
    case tenths
    /// The first answer is 429 with a delay.
    case busy
    /// Every third answer is 403, as if the signature had expired.
    case expired
    /// The length of the body is larger than the body.
    case wrongLength
    /// The body is sent in chunks, and has no length.
    case chunked
    /// The body is sent in chunks, has no length, and ranges are ignored.
    case chunkedWithoutRanges
    /// Parts begin elsewhere than asked for.
    case wrongRange
    /// Parts are said to be of a larger file.
    case wrongTotal
    /// The storage is unavailable twice.
    case unavailable
    /// The repository has another name now, in answers of the hub.
    case renamed
    /// The listing comes in pages, in answers of the hub.
    case paged
    /// The hub leads in a circle.
    case loop
    /// The hub wants a token.
    case gated
    /// There is no such repository.
    case missing
    /// The hub's JSON is compressed though that was not asked for.
    case compressed
  }

  static let commit = String(repeating: "a", count: 40)
  static let name = "tiny-Q8_0.gguf"
  static let readme = Array("# tiny\n".utf8)

  /// The contents of the large file.
  static let contents: [UInt8] =
    Array("GGUF".utf8) + (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4 ^ $0) }
  static let sha256 = SHA256.digest(of: contents.span).description

  private struct State {
    var fault = Fault.none
    var answers = 0
    var sentByteCount = 0
    var contents = ScriptedHub.contents
  }

  /// The state of both servers.
  private final class Shared: Sendable {
    let state = Mutex(State())
    let storage = Mutex<Int>(0)
  }

  let hub: ScriptedServer
  let storage: ScriptedServer
  private let shared: Shared

  init(_ fault: Fault = .none) throws {
    let shared = Shared()
    self.shared = shared
    shared.state.withLock { $0.fault = fault }
    storage = try ScriptedServer { try ScriptedHub.answerStorage($0, $1, shared) }
    let port = storage.port
    shared.storage.withLock { $0 = port }
    hub = try ScriptedServer { try ScriptedHub.answerHub($0, $1, shared) }
  }

  /// The fault from now on.
  var fault: Fault {
    get { shared.state.withLock { $0.fault } }
    set { shared.state.withLock { $0.fault = newValue } }
  }

  /// The bytes of contents that the storage has sent.
  var sentByteCount: Int { shared.state.withLock { $0.sentByteCount } }

  /// Replaces the contents, as a new commit would under the same address.
  func replaceContents(_ contents: [UInt8]) { shared.state.withLock { $0.contents = contents } }

  var url: URL { URL(string: "http://127.0.0.1:\(hub.port)") ?? URL(filePath: "/") }

  /// A client of the hub without delays between attempts.
  func client(token: String? = nil, retries: RetryPolicy = .quick) throws -> HubClient {
    let endpoint = try HubEndpoint(
      environment: ModelStoreEnvironment(home: nil), address: url.absoluteString, token: token ?? "")
    return HubClient(endpoint: endpoint, client: HTTPClient(), retries: retries)
  }
}

extension RetryPolicy {
  /// Five attempts with almost no delay.
  static var quick: RetryPolicy {
    RetryPolicy(jitter: { 1 }, sleep: { _ in try await Task.sleep(for: .milliseconds(1)) })
  }
}

// MARK: - The hub

extension ScriptedHub {
  private static func answerHub(
    _ request: ScriptedServer.Request, _ connection: ScriptedConnection, _ shared: Shared
  ) throws {
    let fault = shared.state.withLock { $0.fault }
    let words = request.line.split(separator: " ")
    let target = String(words[1])
    let isHead = words[0] == "HEAD"
    func json(_ text: String, status: Int = 200, fields: [String: String] = [:]) throws {
      try connection.answer(isHead ? "" : text, status: status, fields: fields)
    }
    if fault == .loop { return try connection.answer("", status: 307, fields: ["Location": target]) }
    if fault == .missing {
      return try json("{\"error\":\"Repository not found\"}", status: 404, fields: ["X-Error-Code": "RepoNotFound"])
    }
    if fault == .gated, request.fields["authorization"] == nil {
      return try json("{\"error\":\"restricted\"}", status: 401, fields: ["X-Error-Code": "GatedRepo"])
    }
    if fault == .renamed, target.contains("/ok") {
      return try connection.answer("", status: 307, fields: ["Location": target.replacing("/ok", with: "/new")])
    }
    if fault == .compressed, !isHead { return try json("…", fields: ["Content-Encoding": "gzip"]) }
    let path = target.split(separator: "?")[0]
    if path.contains("/revision/") {
      return try json(
        "{\"sha\":\"\(commit)\",\"siblings\":[{\"rfilename\":\"\(name)\"},{\"rfilename\":\"README.md\"}]}")
    }
    if path.contains("/refs") {
      return try json("{\"branches\":[{\"name\":\"main\",\"targetCommit\":\"\(commit)\"}]}")
    }
    if path.contains("/tree/") { return try answerTree(target, connection, fault) }
    let port = shared.storage.withLock { $0 }
    let contents = shared.state.withLock { $0.contents }
    switch path.split(separator: "/").last {
    case "tiny-Q8_0.gguf":
      let fields = [
        "Location": "http://127.0.0.1:\(port)/blob?signature=1", "X-Repo-Commit": commit,
        "X-Linked-ETag": "\"\(SHA256.digest(of: contents.span))\"", "X-Linked-Size": "\(contents.count)",
      ]
      try connection.answer("", status: 302, fields: fields)
    case "README.md":
      let etag = "\"\(gitBlob(readme))\""
      let body = isHead ? "" : String(decoding: readme, as: UTF8.self)
      try connection.send(
        "HTTP/1.1 200 OK\r\nETag: \(etag)\r\nX-Repo-Commit: \(commit)\r\nContent-Length: \(readme.count)\r\n\r\n\(body)"
      )
    default:
      try json("{\"error\":\"Entry not found\"}", status: 404, fields: ["X-Error-Code": "EntryNotFound"])
    }
  }

  private static func answerTree(_ target: String, _ connection: ScriptedConnection, _ fault: Fault) throws {
    let large =
      "{\"type\":\"file\",\"path\":\"\(name)\",\"size\":\(contents.count),\"oid\":\"\(commit)\","
      + "\"lfs\":{\"oid\":\"\(sha256)\",\"size\":\(contents.count),\"pointerSize\":134},\"xetHash\":\"f\"}"
    let small = "{\"type\":\"file\",\"path\":\"README.md\",\"size\":\(readme.count),\"oid\":\"\(gitBlob(readme))\"}"
    guard fault == .paged else {
      return try connection.answer("[{\"type\":\"directory\",\"path\":\"d\",\"oid\":\"\(commit)\"},\(large),\(small)]")
    }
    if target.contains("cursor=2") { return try connection.answer("[\(small)]") }
    let next = "</api/models/me/ok/tree/\(commit)?recursive=true&cursor=2>; rel=\"next\""
    try connection.answer("[\(large)]", fields: ["Link": next])
  }

  static func gitBlob(_ bytes: [UInt8]) -> String {
    var hash = SHA1(gitBlobOf: bytes.count)
    hash.update(bytes.span)
    return hash.finalize().description
  }
}

// MARK: - The storage

extension ScriptedHub {
  private static func answerStorage(
    _ request: ScriptedServer.Request, _ connection: ScriptedConnection, _ shared: Shared
  ) throws {
    let (fault, number, contents) = shared.state.withLock { state in
      state.answers += 1
      return (state.fault, state.answers, state.contents)
    }
    var range = 0..<contents.count
    let ignoresRanges = [.noRanges, .chunkedWithoutRanges].contains(fault)
    if let field = request.fields["range"], !ignoresRanges {
      let bounds = field.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
      guard bounds[0] < contents.count else { return try connection.answer("", status: 416) }
      range = bounds[0]..<min(bounds.count > 1 ? bounds[1] + 1 : contents.count, contents.count)
    }
    switch fault {
    case .html: return try connection.answer("<html>login</html>", type: "text/html; charset=utf-8")
    case .busy where number == 1: return try connection.answer("", status: 429, fields: ["Retry-After": "7"])
    case .unavailable where number <= 2: return try connection.answer("", status: 503)
    case .expired where number % 3 == 0: return try connection.answer("expired", status: 403)
    case .wrongRange: range = range.lowerBound + 1..<range.upperBound
    default: break
    }
    let isPart = request.fields["range"] != nil && !ignoresRanges
    let total = contents.count + (fault == .wrongTotal ? 1 : 0)
    var head = "HTTP/1.1 \(isPart ? "206 Partial Content" : "200 OK")\r\nETag: \"storage\"\r\n"
    if isPart { head += "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)\r\n" }
    var body = contents[range]
    if fault == .flip, range.contains(100) { body[100] ^= 1 }
    if fault == .empty { body = [] }
    let isChunked = [.chunked, .chunkedWithoutRanges].contains(fault)
    head +=
      isChunked
      ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(body.count + (fault == .wrongLength ? 9 : 0))\r\n"
    if fault == .cut, number % 2 == 1 { body = body.prefix(body.count / 2) }
    if fault == .tenths { body = body.prefix(contents.count / 10) }
    try connection.send(head + "\r\n")
    if isChunked { try connection.send("\(String(body.count, radix: 16))\r\n") }
    while !body.isEmpty {
      let part = body.prefix(1 << 15)
      try connection.send(bytes: part)
      shared.state.withLock { $0.sentByteCount += part.count }
      body = body.dropFirst(part.count)
    }
    if isChunked { try connection.send("\r\n0\r\n\r\n") }
  }
}
