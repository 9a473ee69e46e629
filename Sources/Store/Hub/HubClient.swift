internal import Foundation
internal import SwiftletHTTP
internal import SwiftletJSON

/// A client of the Hugging Face hub.
struct HubClient: Sendable {
  let endpoint: HubEndpoint
  let requester: HubRequester
  let retries: RetryPolicy
  /// Receives the failures of requests for JSON that are repeated.
  var report: RetryReport = { _, _ in }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - endpoint: The hub.
  ///   - client: The HTTP client.
  ///   - userAgent: The program's name and version.
  ///   - retries: The policy for repeated attempts.
  init(
    endpoint: HubEndpoint, client: HTTPClient, userAgent: String = "swiftlet", retries: RetryPolicy = RetryPolicy()
  ) {
    (self.endpoint, self.retries) = (endpoint, retries)
    requester = HubRequester(
      client: client, userAgent: userAgent, token: endpoint.token, tokenOrigin: HTTPOrigin(endpoint.url))
  }

  /// The URL below the endpoint.
  ///
  /// - Parameters:
  ///   - parts: The parts of the path; slashes in them are encoded.
  ///   - path: A path in a repository, whose slashes are kept.
  ///   - query: The query, encoded.
  /// - Returns: The URL.
  func url(_ parts: [String], path: String? = nil, query: String? = nil) -> URL {
    var kept = CharacterSet.alphanumerics
    kept.insert(charactersIn: "-._~")
    let encoded = (parts + (path?.split(separator: "/").map(String.init) ?? [])).map {
      $0.addingPercentEncoding(withAllowedCharacters: kept) ?? $0
    }
    let text = endpoint.url.absoluteString + "/" + encoded.joined(separator: "/") + (query.map { "?\($0)" } ?? "")
    return URL(string: text) ?? endpoint.url
  }

  /// The subject of requests about a repository.
  func subject(_ repository: String, revision: String? = nil, path: String? = nil) -> HubError.Subject {
    let page = url(repository.split(separator: "/").map(String.init))
    return HubError.Subject(repository: repository, revision: revision, path: path, page: page)
  }

  /// Sends a GET request for JSON, repeatedly if necessary.
  ///
  /// - Returns: The value, and the URL of the next page if the answer names one.
  /// - Throws: ``HubError`` or `CancellationError`.
  func json(_ url: URL, about subject: HubError.Subject) async throws -> (value: JSONValue, next: URL?) {
    let (head, body, answered) = try await retries.repeating(report: report) {
      try await answer(url, about: subject)
    }
    do {
      let value = try JSONReader<JSONValue>.read(body)
      return (value, head.fields["link"].flatMap { Self.nextPage($0, after: answered) })
    } catch {
      throw HubError.malformed(url: url, reason: "\(error)")
    }
  }

  private func answer(
    _ url: URL, about subject: HubError.Subject
  ) async throws -> (head: HTTPExchange.Head, body: [UInt8], url: URL) {
    let answer = try await requester.send("GET", to: requester.route(to: url), fields: ["Accept": "application/json"])
    let body = try await requester.body(of: answer)
    if answer.head.status == 200 { return (answer.head, body, answer.route.url) }
    throw answer.failure(of: url, about: subject, body: body)
  }

  /// The URL of a field `Link` with the relation `next` (RFC 8288).
  static func nextPage(_ link: String, after url: URL) -> URL? {
    for part in link.split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let target = pieces.first, target.hasPrefix("<"), target.hasSuffix(">"),
        pieces.dropFirst().contains(where: { $0 == "rel=\"next\"" || $0 == "rel=next" })
      else { continue }
      return URL(string: String(target.dropFirst().dropLast()), relativeTo: url)?.absoluteURL
    }
    return nil
  }
}
