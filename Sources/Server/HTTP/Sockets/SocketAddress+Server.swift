import Swiftlet
import SwiftletHTTP

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SocketAddress {
  /// Creates the address of a Unix domain socket; `nil` if the path is empty or too long.
  init?(path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    // A null character follows.
    guard !bytes.isEmpty, bytes.count < capacity else { return nil }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let raw = unsafe withUnsafeBytes(of: &address) { unsafe [UInt8]($0) }
    self.init(family: AF_UNIX, bytes: raw)
  }

  /// The numeric host and the port; `nil` if the address has none.
  var hostAndPort: (host: String, port: UInt16)? {
    guard family == AF_INET || family == AF_INET6 else { return nil }
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let code = unsafe bytes.withUnsafeBytes { bytes in
      // Safe: the bytes are a `sockaddr`, which the system only reads.
      unsafe getnameinfo(
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count), &host,
        socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
    }
    guard code == 0, let number = UInt16(Self.text(port)) else { return nil }
    let name = Self.text(host)
    // An IPv4 client of a socket for both versions.
    return (name.hasPrefix("::ffff:") ? String(name.dropFirst(7)) : name, number)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the address to which a socket is bound; `nil` if there is none.
  static func local(of socket: borrowing FileDescriptor) -> SocketAddress? {
    let number = socket.number
    return unsafe take { address, length in unsafe getsockname(number, address, length) }?.address
  }

  /// Accepts a connection.
  ///
  /// - Returns: The number of its socket, and the address of the client; `nil` if there is none, or an error occurred.
  static func accept(from listener: Int32) -> (socket: Int32, address: SocketAddress)? {
    unsafe take { address, length in unsafe systemAccept(listener, address, length) }.map { ($0.result, $0.address) }
  }

  /// Calls a function of the system that returns an address.
  private static func take(
    _ call: (UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (result: Int32, address: SocketAddress)? {
    var storage = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
    var length = socklen_t(storage.count)
    let result = unsafe storage.withUnsafeMutableBytes { bytes in
      // Safe: the storage has room for each kind of address.
      unsafe call(bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    guard result >= 0 else { return nil }
    let bytes = Array(storage.prefix(Int(length)))
    let family = unsafe storage.withUnsafeBytes { unsafe Int32($0.loadUnaligned(as: sockaddr.self).sa_family) }
    return (result, SocketAddress(family: family, bytes: bytes))
  }

  /// Opens a socket that listens at the address.
  ///
  /// - Throws: ``HTTPFailure/unreachable(_:)``
  func listen() throws(HTTPFailure) -> FileDescriptor {
    let listener = try socket()
    // Otherwise a restarted server could not listen until the connections of the former one are forgotten.
    if family != AF_UNIX { listener.set(SO_REUSEADDR, of: SOL_SOCKET, to: Int32(1)) }
    let number = listener.number
    let result = unsafe bytes.withUnsafeBytes { bytes in
      // Safe: the bytes are a `sockaddr`, which the system only reads.
      unsafe bind(number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard result == 0, systemListen(number, SOMAXCONN) == 0 else { throw .unreachable(systemError()) }
    return listener
  }
}

extension FileDescriptor {
  /// Sets an option of a socket.
  func set<Value: BitwiseCopyable>(_ option: Int32, of level: Int32, to value: Value) {
    _ = unsafe withUnsafeBytes(of: value) { value in
      unsafe setsockopt(number, level, option, value.baseAddress, socklen_t(value.count))
    }
  }
}

extension FileDescriptor {
  /// Ends the sending side of a socket.
  func endSending() {
    shutdown(number, Int32(SHUT_WR))
  }

  /// Makes closing the socket an error for the peer.
  func resetOnClose() {
    set(SO_LINGER, of: SOL_SOCKET, to: linger(l_onoff: 1, l_linger: 0))
  }
}

/// The system's `accept`, which the method of this name shadows.
private func systemAccept(
  _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
  unsafe accept(socket, address, length)
}

/// The system's `listen`, which the method of this name shadows.
private func systemListen(_ socket: Int32, _ backlog: Int32) -> Int32 {
  listen(socket, backlog)
}
