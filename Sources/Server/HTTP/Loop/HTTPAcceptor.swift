import Swiftlet
import SwiftletHTTP

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The acceptor of a server's connections.
///
/// A process that has no descriptor left cannot accept a connection to close it, so one is kept for that: a connection
/// that stays in the queue would keep the thread awake.
struct HTTPAcceptor: ~Copyable {
  /// The result of accepting.
  enum Outcome {
    /// A socket, and the address of the client if it has one.
    case accepted(Int32, host: String?)
    /// A connection was closed, as no descriptor is left.
    case refused
    /// No connection waits.
    case none
    /// A connection waits, but no descriptor is left.
    case exhausted
  }

  /// The sockets at which connections are accepted.
  private(set) var listeners: [ListeningSocket]
  private var spare: FileDescriptor?

  init(_ listeners: [ListeningSocket]) {
    self.listeners = listeners
    openSpare()
  }

  /// Accepts a connection.
  mutating func accept(from listener: ListeningSocket) -> Outcome {
    guard let (number, address) = SocketAddress.accept(from: listener.number) else {
      switch errno {
      case EINTR, ECONNABORTED: return .refused
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return refuse(from: listener)
      default: return .none
      }
    }
    return .accepted(number, host: address.hostAndPort?.host)
  }

  private mutating func refuse(from listener: ListeningSocket) -> Outcome {
    guard spare != nil else {
      openSpare()
      return .exhausted
    }
    spare = nil
    let accepted = SocketAddress.accept(from: listener.number)
    if let accepted { _ = FileDescriptor(accepted.socket) }
    openSpare()
    return accepted == nil ? .exhausted : .refused
  }

  private mutating func openSpare() {
    let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    if number >= 0 { spare = FileDescriptor(number) }
  }

  /// Closes the sockets.
  mutating func close() {
    for listener in listeners { listener.close() }
    listeners = []
    spare = nil
  }
}
