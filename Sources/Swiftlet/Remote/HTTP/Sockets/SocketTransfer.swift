#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// A request over a socket of its own, without Foundation's networking.
  ///
  /// Beneath that, libcurl closes sockets while libdispatch still watches their numbers. Where requests of one session
  /// were cancelled, others have been seen to wait for ever or to break. With a session for each request, as in
  /// ``URLSessionTransfer``, that has not been seen; but what watches the numbers is shared by all of the process.
  struct SocketTransfer: HTTPTransfer {
    let request: URLRequest

    func start(telling exchange: HTTPExchange) {
      do throws(HTTPFailure) {
        let request = try HTTPRequestBytes(request)
        if let addresses = try? SocketAddress.addresses(host: request.host, port: request.port, isNumeric: true) {
          try SocketLoop.shared().open(
            SocketRequest(addresses: addresses, bytes: request.bytes, exchange: exchange))
        } else {
          Self.lookUp(request, for: exchange)
        }
      } catch {
        exchange.complete(error)
      }
    }

    private static func lookUp(_ request: HTTPRequestBytes, for exchange: HTTPExchange) {
      NameResolver.shared.perform {
        // Nobody may want it any more when its turn comes.
        guard !exchange.isOver else { return }
        do throws(HTTPFailure) {
          let addresses = try SocketAddress.addresses(host: request.host, port: request.port, isNumeric: false)
          try SocketLoop.shared().open(
            SocketRequest(addresses: addresses, bytes: request.bytes, exchange: exchange))
        } catch {
          exchange.complete(error)
        }
      }
    }

    func cancel() {
      // The loop finds out by itself that the exchange is over.
      try? SocketLoop.shared().wake()
    }
  }
#endif
