import Foundation
import SwiftletHTTP
import SwiftletHashing
import Synchronization

@testable import SwiftletStore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A hub without sockets: repositories of files, whose contents lie at another origin.
final class MemoryHub: Sendable {
  static let address = "http://hub.test"
  static let storage = "http://storage.test"

  private struct State {
    var repositories: [String: [String: [UInt8]]] = [:]
    var commits: [String: String] = [:]
    var requests: [String] = []
    var statuses: [String: Int] = [:]
    var lengthLimit = Int.max
  }

  private let state = Mutex(State())

  init(_ repositories: [String: [String: [UInt8]]] = [:]) {
    state.withLock { $0.repositories = repositories }
  }

  /// The requests so far: method, host and path.
  var requests: [String] { state.withLock { $0.requests } }

  /// Replaces the files of a repository, and its commit.
  func set(_ files: [String: [UInt8]], in repository: String, commit: String) {
    state.withLock { state in
      state.repositories[repository] = files
      state.commits[repository] = commit
    }
  }

  /// Answers requests whose paths contain a text with a status.
  func answer(_ text: String, with status: Int) { state.withLock { $0.statuses[text] = status } }

  /// Ends the connection after so many bytes of contents.
  func limitAnswers(to count: Int) { state.withLock { $0.lengthLimit = count } }

  /// A store whose network is this hub.
  func store(_ environment: ModelStoreEnvironment) -> ModelStore {
    var environment = environment
    environment.variables["HF_ENDPOINT"] = Self.address
    var network = StoreNetwork(environment)
    network.client = HTTPClient { MemoryTransport(request: $0, hub: self) }
    network.retries = RetryPolicy(delays: [.zero, .zero], jitter: { 1 }, sleep: { _ in await Task.yield() })
    return ModelStore(environment: environment, network: network)
  }

  /// Returns the answer to a request.
  fileprivate func answer(_ request: URLRequest) -> (head: HTTPExchange.Head, body: [UInt8], isCut: Bool) {
    guard let url = request.url, let host = url.host() else { return Self.answer(400) }
    let path = url.path(percentEncoded: false)
    return state.withLock { state in
      state.requests.append("\(request.httpMethod ?? "") \(host)\(path)")
      if let status = state.statuses.first(where: { path.contains($0.key) })?.value { return Self.answer(status) }
      if host == "storage.test" { return Self.contents(request, path, state) }
      let parts = path.split(separator: "/").map(String.init)
      let start = parts.first == "api" ? 2 : 0
      guard parts.count > start + 2 else { return Self.answer(404) }
      let repository = "\(parts[start])/\(parts[start + 1])"
      guard let files = state.repositories[repository] else {
        return Self.answer(404, ["x-error-code": "RepoNotFound"])
      }
      let commit = state.commits[repository] ?? StoreFolder.commit
      switch parts[start + 2] {
      case "revision":
        guard ["main", commit].contains(parts[start + 3]) else {
          return Self.answer(404, ["x-error-code": "RevisionNotFound"])
        }
        return Self.answer(200, body: Array("{\"sha\":\"\(commit)\",\"siblings\":[]}".utf8))
      case "tree": return Self.answer(200, body: Array(Self.tree(files).utf8))
      case "resolve":
        let file = parts.dropFirst(4).joined(separator: "/")
        guard let bytes = files[file] else { return Self.answer(404, ["x-error-code": "EntryNotFound"]) }
        let fields = [
          "location": "\(Self.storage)/\(repository)/\(file)?signature=1",
          "x-linked-etag": "\"\(sha256Digits(bytes))\"", "x-linked-size": "\(bytes.count)",
        ]
        return Self.answer(302, fields)
      default: return Self.answer(404)
      }
    }
  }

  private static func tree(_ files: [String: [UInt8]]) -> String {
    let oid = String(repeating: "0", count: 40)
    let entries = files.sorted { $0.key < $1.key }.map { path, bytes in
      "{\"type\":\"file\",\"path\":\"\(path)\",\"size\":\(bytes.count),\"oid\":\"\(oid)\","
        + "\"lfs\":{\"oid\":\"\(sha256Digits(bytes))\",\"size\":\(bytes.count)}}"
    }
    return "[\(entries.joined(separator: ","))]"
  }

  private static func contents(
    _ request: URLRequest, _ path: String, _ state: State
  ) -> (HTTPExchange.Head, [UInt8], Bool) {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, let files = state.repositories["\(parts[0])/\(parts[1])"],
      let bytes = files[parts.dropFirst(2).joined(separator: "/")]
    else { return answer(404) }
    let fields = ["etag": "\"\(sha256Digits(bytes))\"", "content-length": "\(bytes.count)"]
    if request.httpMethod == "HEAD" { return answer(200, fields) }
    guard let range = request.value(forHTTPHeaderField: "Range") else { return answer(200, fields, body: bytes) }
    let bounds = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
    let end = min(bounds.count > 1 ? bounds[1] + 1 : bytes.count, bytes.count)
    guard let start = bounds.first, start < end else { return answer(416) }
    let part = bytes[start..<end]
    let whole = [
      "content-range": "bytes \(start)-\(end - 1)/\(bytes.count)", "content-length": "\(part.count)",
      "etag": "\"\(sha256Digits(bytes))\"",
    ]
    let body = Array(part.prefix(state.lengthLimit))
    return (HTTPExchange.Head(status: 206, fields: whole), body, body.count < part.count)
  }

  private static func answer(
    _ status: Int, _ fields: [String: String] = [:], body: [UInt8] = []
  ) -> (HTTPExchange.Head, [UInt8], Bool) {
    (HTTPExchange.Head(status: status, fields: fields), body, false)
  }
}

/// The transport of one request to a hub in memory.
private final class MemoryTransport: HTTPTransport {
  private let request: URLRequest
  private let hub: MemoryHub

  init(request: URLRequest, hub: MemoryHub) { (self.request, self.hub) = (request, hub) }

  func start(deliveringTo exchange: HTTPExchange) {
    let (head, body, isCut) = hub.answer(request)
    exchange.receive(head)
    if !body.isEmpty, request.httpMethod != "HEAD" { exchange.receive(Data(body)) }
    exchange.complete(isCut ? .lost("the connection ended") : nil)
  }

  func cancel() {}
}
