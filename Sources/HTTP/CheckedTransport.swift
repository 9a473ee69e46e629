import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that starts another one once the addresses of the host have been looked up and checked.
struct CheckedTransport: HTTPTransport {
  let request: URLRequest
  let transport: any HTTPTransport
  /// Returns false for addresses that must not be reached.
  let isAllowed: @Sendable (SocketAddress) -> Bool

  func start(deliveringTo exchange: HTTPExchange) {
    NameResolver.shared.perform {
      // The exchange may have been cancelled in the queue.
      guard !exchange.isFinished else { return }
      do throws(HTTPFailure) {
        let host = request.url?.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]) ?? ""
        let addresses = try SocketAddress.addresses(host: host, port: 443, isNumeric: false)
        // All: the transport looks them up again, and may take any.
        try addresses.check(isAllowed, host: host)
        transport.start(deliveringTo: exchange)
      } catch {
        exchange.complete(error)
      }
    }
  }

  func resume() { transport.resume() }

  func cancel() { transport.cancel() }
}

extension [SocketAddress] {
  /// Throws if one of the addresses of a host is not allowed.
  func check(_ isAllowed: (SocketAddress) -> Bool, host: String) throws(HTTPFailure) {
    guard !allSatisfy(isAllowed) else { return }
    throw .unreachable("\(host) has an address of a private network or of this machine, which is not fetched from")
  }
}
