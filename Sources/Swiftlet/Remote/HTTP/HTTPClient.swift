import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An HTTP client.
struct HTTPClient: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bounds: The limits on the response's time and size.
  /// - Returns: The started exchange, which runs until its end is read or it is cancelled.
  func send(_ request: URLRequest, within bounds: HTTPExchange.Bounds) -> HTTPExchange {
    let exchange = HTTPExchange(over: transport(for: request), within: bounds)
    exchange.start()
    return exchange
  }

  private func transport(for request: URLRequest) -> any HTTPTransport {
    #if os(Linux)
      if request.url?.scheme?.lowercased() == "http" { return SocketTransport(request: request) }
      guard CurlLibrary.isLoaded else { return FailedTransport(failure: CurlLibrary.failure) }
    #endif
    return URLSessionTransport(request)
  }
}
