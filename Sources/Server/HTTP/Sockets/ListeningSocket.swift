import Swiftlet
import SwiftletHTTP
import Synchronization

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A socket that accepts connections.
final class ListeningSocket: Sendable {
  /// The number of the socket.
  let number: Int32
  private let descriptor: Mutex<FileDescriptor?>
  /// The address at which it listens.
  let address: HTTPAddress

  private init(_ descriptor: consuming FileDescriptor, at address: HTTPAddress) {
    number = descriptor.number
    self.descriptor = Mutex(consume descriptor)
    self.address = address
  }

  deinit {
    close()
  }

  /// Stops listening, and removes the file of a Unix domain socket.
  func close() {
    let wasOpen = descriptor.withLock { $0.take() != nil }
    if case .unix(let path) = address, wasOpen { _ = unsafe unlink(path) }
  }

  /// Opens sockets for an address, of which names have several.
  ///
  /// - Throws: ``HTTPServerError/cannotListen(address:reason:)``
  static func open(_ address: HTTPAddress) throws(HTTPServerError) -> [ListeningSocket] {
    do throws(HTTPFailure) {
      switch address {
      case .unix(let path): return [try open(path: path)]
      case .host("localhost", let port): return try openLoopback(port)
      case .host(let host, let port):
        return try SocketAddress.addresses(host: host, port: port, isNumeric: false).map {
          (address) throws(HTTPFailure) in try open(address)
        }
      }
    } catch {
      throw .cannotListen(address: "\(address)", reason: error.reason)
    }
  }

  private static func open(_ address: SocketAddress) throws(HTTPFailure) -> ListeningSocket {
    let descriptor = try address.listen()
    guard let (host, port) = SocketAddress.local(of: descriptor)?.hostAndPort else {
      throw .unreachable("the address is unknown")
    }
    return ListeningSocket(descriptor, at: .host(host, port: port))
  }

  /// Opens sockets for both versions of the protocol at one port.
  private static func openLoopback(_ port: UInt16) throws(HTTPFailure) -> [ListeningSocket] {
    var attempts = 0
    while true {
      let first = try open(SocketAddress.addresses(host: "127.0.0.1", port: port, isNumeric: true)[0])
      guard case .host(_, let chosen) = first.address else { return [first] }
      do throws(HTTPFailure) {
        return [first, try open(SocketAddress.addresses(host: "::1", port: chosen, isNumeric: true)[0])]
      } catch {
        // Systems can be without IPv6. Another program may have the port in one of the versions alone.
        guard error == .unreachable(systemError(EADDRINUSE)) else { return [first] }
        attempts += 1
        guard port == 0, attempts < 20 else { throw error }
      }
    }
  }

  private static func open(path: String) throws(HTTPFailure) -> ListeningSocket {
    guard let address = SocketAddress(path: path) else { throw .unreachable("the path is empty or too long") }
    var status = stat()
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      // A server that ended without removing its socket left one that refuses connections.
      let isRefused: Bool
      do throws(HTTPFailure) {
        _ = try address.connect()
        isRefused = false
      } catch {
        isRefused = error == .unreachable(systemError(ECONNREFUSED))
      }
      guard isRefused else { throw .unreachable("another server listens there") }
      _ = unsafe unlink(path)
    }
    return ListeningSocket(try address.listen(), at: .unix(path: path))
  }
}
