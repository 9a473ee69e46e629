#if canImport(FoundationNetworking)
  package import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// An HTTP client.
///
/// It follows no redirections and keeps no cookies, caches or connections.
package struct HTTPClient: Sendable {
  private let transport: @Sendable (URLRequest) -> any HTTPTransport
  private let proxies: HTTPProxies

  /// Creates a client.
  ///
  /// - Parameter proxies: The proxies of `http` URLs, by default none. Those of `https` URLs are the system's; on Linux
  ///   these are the ones that the environment names.
  package init(proxies: HTTPProxies = .none) {
    self.proxies = proxies
    transport = { Self.transport(for: $0, proxies: proxies) }
  }

  /// Creates a client that reaches allowed addresses only, without proxies for `http` URLs.
  ///
  /// The addresses of a host are looked up and checked before; connections of `http` URLs go to one of those.
  ///
  /// - Parameter isAllowed: A closure that returns false for addresses that must not be reached.
  package init(allowing isAllowed: @escaping @Sendable (SocketAddress) -> Bool) {
    proxies = .none
    transport = { request in
      #if os(Linux)
        if request.url?.scheme?.lowercased() == "http" {
          return SocketTransport(request: request, isAllowed: isAllowed)
        }
      #endif
      let transport = Self.transport(for: request, proxies: .none)
      return CheckedTransport(request: request, transport: transport, isAllowed: isAllowed)
    }
  }

  /// Creates a client over another transport.
  ///
  /// - Parameter transport: A closure that returns the transport of a request.
  package init(transport: @escaping @Sendable (URLRequest) -> any HTTPTransport) {
    proxies = .none
    self.transport = transport
  }

  /// Returns whether a body is read no faster than it is taken, so that it need not fit into memory.
  ///
  /// Only sockets of our own stop reading; `URLSession` receives bodies as fast as they come.
  package func stopsReading(of url: URL) -> Bool {
    #if os(Linux)
      url.scheme?.lowercased() == "http" && !proxies.contains(url.host() ?? "")
    #else
      false
    #endif
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bounds: The limits on the response's time and size.
  /// - Returns: The started exchange, which runs until its end is read or it is cancelled.
  package func send(_ request: URLRequest, within bounds: HTTPExchange.Bounds) -> HTTPExchange {
    let exchange = HTTPExchange(over: transport(request), within: bounds)
    exchange.start()
    return exchange
  }

  private static func transport(for request: URLRequest, proxies: HTTPProxies) -> any HTTPTransport {
    #if os(Linux)
      if request.url?.scheme?.lowercased() == "http", !proxies.contains(request.url?.host() ?? "") {
        return SocketTransport(request: request)
      }
      guard CurlLibrary.isLoaded else { return FailedTransport(failure: CurlLibrary.failure) }
    #endif
    return URLSessionTransport(request)
  }
}
