internal import Foundation
internal import SwiftletHTTP

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The sender of requests to hubs and other servers of files, which follows redirections by the rules of ``RequestRoute``.
struct HubRequester: Sendable {
  var client: HTTPClient
  /// The program's name and version.
  var userAgent = "swiftlet"
  /// The token and the only origin that gets it.
  var token: String?
  var tokenOrigin: HTTPOrigin?
  /// The time without data after which a connection counts as lost.
  var stallTimeout = Duration.seconds(30)

  /// A started answer.
  struct Answer: Sendable {
    var exchange: HTTPExchange
    var head: HTTPExchange.Head
    /// The URL that answered.
    var route: RequestRoute
  }

  /// The limits on an answer.
  struct Limits: Sendable {
    /// The maximum number of bytes in the body.
    var bytes = 64 << 20
    /// The number of unread bytes at which a transport stops reading.
    var unread = Int.max
    /// The time for the whole answer; files take as long as they do.
    var time = RetryPolicy.requestLimit
  }

  /// Returns a route that begins at a URL.
  func route(to url: URL) -> RequestRoute {
    RequestRoute(to: url, tokenOrigin: token == nil ? nil : tokenOrigin)
  }

  /// Sends a request and follows redirections.
  ///
  /// - Parameters:
  ///   - method: The method; redirections do not change it.
  ///   - route: The URL.
  ///   - fields: Header fields besides those of every request.
  ///   - limits: The limits on the answer.
  ///   - stops: Returns true for the head of a redirection that is not followed but returned.
  /// - Returns: The answer, whose body is unread.
  /// - Throws: ``HubError`` or `CancellationError`.
  func send(
    _ method: String, to route: RequestRoute, fields: [String: String] = [:], limits: Limits = Limits(),
    stoppingAt stops: (HTTPExchange.Head) -> Bool = { _ in false }
  ) async throws -> Answer {
    var route = route
    let deadline = ContinuousClock.now + limits.time
    while true {
      let exchange = client.send(
        request(method, route, fields),
        within: HTTPExchange.Bounds(
          idleTimeout: stallTimeout, deadline: deadline, bytes: limits.bytes, unread: limits.unread))
      do {
        let head = try await exchange.head()
        guard RequestRoute.isRedirection(head.status), !stops(head) else {
          return Answer(exchange: exchange, head: head, route: route)
        }
        exchange.cancel()
        try route.follow(head.fields["location"])
      } catch let failure as HTTPFailure {
        exchange.cancel()
        throw HubError.connection(host: route.url.host() ?? "", failure)
      } catch {
        exchange.cancel()
        throw error
      }
    }
  }

  /// Reads the rest of a body.
  ///
  /// - Throws: ``HubError`` or `CancellationError`.
  func body(of answer: Answer, limit: Int = .max) async throws -> [UInt8] {
    var body: [UInt8] = []
    do {
      while body.count < limit, let data = try await answer.exchange.bytes() { body += data }
    } catch let failure as HTTPFailure {
      throw HubError.connection(host: answer.route.url.host() ?? "", failure)
    }
    answer.exchange.cancel()
    return body
  }

  private func request(_ method: String, _ route: RequestRoute, _ fields: [String: String]) -> URLRequest {
    var request = URLRequest(url: route.url)
    request.httpMethod = method
    request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
    // Compressed bodies would have other lengths and ranges than the file.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    #if canImport(FoundationNetworking)
      // With kept-alive connections, Foundation's networking on Linux occasionally waits forever.
      request.setValue("close", forHTTPHeaderField: "Connection")
    #endif
    if route.carriesToken, let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    // A fallback for the timeouts that `HTTPExchange` enforces.
    request.timeoutInterval = 86_400
    return request
  }
}
