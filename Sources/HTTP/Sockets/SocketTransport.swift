#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// A transport over its own socket, without Foundation's networking.
  ///
  /// In Foundation, libcurl closes sockets while libdispatch still monitors their descriptors. After requests of a
  /// session were cancelled, other requests have been observed to hang or fail. This has not been observed with a
  /// session for each request, as in ``URLSessionTransport``, but the monitoring is shared by the process.
  struct SocketTransport: HTTPTransport {
    let request: URLRequest
    /// Returns false for addresses that must not be reached.
    var isAllowed: @Sendable (SocketAddress) -> Bool = { _ in true }

    func start(deliveringTo exchange: HTTPExchange) {
      do throws(HTTPFailure) {
        let request = try SerializedHTTPRequest(request)
        if let addresses = try? SocketAddress.addresses(host: request.host, port: request.port, isNumeric: true) {
          try open(request, addresses, for: exchange)
        } else {
          lookUp(request, for: exchange)
        }
      } catch {
        exchange.complete(error)
      }
    }

    private func lookUp(_ request: SerializedHTTPRequest, for exchange: HTTPExchange) {
      NameResolver.shared.perform {
        // The exchange may have been cancelled in the queue.
        guard !exchange.isFinished else { return }
        do throws(HTTPFailure) {
          let addresses = try SocketAddress.addresses(host: request.host, port: request.port, isNumeric: false)
          try open(request, addresses, for: exchange)
        } catch {
          exchange.complete(error)
        }
      }
    }

    private func open(
      _ request: SerializedHTTPRequest, _ addresses: [SocketAddress], for exchange: HTTPExchange
    ) throws(HTTPFailure) {
      try addresses.check(isAllowed, host: request.host)
      try SocketLoop.shared().open(
        SocketRequest(addresses: addresses, bytes: request.bytes, exchange: exchange))
    }

    func resume() {
      try? SocketLoop.shared().wake()
    }

    func cancel() {
      // The loop closes the connection when it sees that the exchange has ended.
      try? SocketLoop.shared().wake()
    }
  }
#endif
