import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to servers.
struct HTTPClient: Sendable {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bounds: How long and how large the answer may be.
  /// - Returns: The exchange that has begun, which goes on until its end is read, or until it is cancelled.
  func send(_ request: URLRequest, within bounds: HTTPExchange.Bounds) -> HTTPExchange {
    let exchange = HTTPExchange(over: transfer(of: request), within: bounds)
    exchange.start()
    return exchange
  }

  private func transfer(of request: URLRequest) -> any HTTPTransfer {
    #if os(Linux)
      if request.url?.scheme?.lowercased() == "http" { return SocketTransfer(request: request) }
    #endif
    return URLSessionTransfer(request)
  }
}
