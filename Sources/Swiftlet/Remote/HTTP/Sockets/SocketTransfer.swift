#if os(Linux)
  import Foundation
  import FoundationNetworking

  /// A request over a socket of its own, without Foundation's networking.
  ///
  /// That cannot be relied on here: libcurl, which is beneath it, closes sockets that libdispatch still watches, so that
  /// a cancelled request may leave a thread spinning and take events away from later ones, whichever session they are
  /// in.
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
