import Swiftlet
import SwiftletHTTP

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A notifier of the service manager that waits for this process, such as systemd.
///
/// The protocol is that of `sd_notify(3)`: lines of text in a datagram to a Unix domain socket.
package struct ServiceNotifier: Sendable {
  /// A state of the service.
  package enum State: String, Sendable {
    /// The service listens.
    case ready = "READY=1"
    /// The service ends.
    case stopping = "STOPPING=1"
  }

  private let address: SocketAddress

  /// Creates a notifier; `nil` if no service manager waits.
  ///
  /// - Parameter path: The value of `NOTIFY_SOCKET`; one that begins with `@` is the name of an abstract socket.
  package init?(path: String?) {
    guard let path, let address = path.hasPrefix("@") ? .abstract(path.dropFirst()) : SocketAddress(path: path) else {
      return nil
    }
    self.address = address
  }

  /// Tells the state; one that cannot be told is lost.
  package func send(_ state: State) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_DGRAM.rawValue)
    #else
      let kind = SOCK_DGRAM
    #endif
    let number = socket(AF_UNIX, kind, 0)
    guard number >= 0 else { return }
    let descriptor = FileDescriptor(number)
    descriptor.makeNonBlocking()
    let text = Array(state.rawValue.utf8)
    _ = unsafe address.bytes.withUnsafeBytes { bytes in
      // Safe: the bytes are a `sockaddr`, which the system only reads.
      unsafe sendto(
        descriptor.number, text, text.count, 0, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
  }
}

extension SocketAddress {
  /// Returns the address of an abstract socket; `nil` if the name is empty or too long.
  fileprivate static func abstract(_ name: Substring) -> SocketAddress? {
    // In place of a path is a null character, then the name, which the length of the address ends.
    guard !name.isEmpty, let prefix = SocketAddress(path: "@" + name) else { return nil }
    var bytes = prefix.bytes
    let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    bytes[start] = 0
    return SocketAddress(family: AF_UNIX, bytes: Array(bytes.prefix(start + 1 + name.utf8.count)))
  }
}
