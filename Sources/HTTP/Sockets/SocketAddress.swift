#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A socket address.
package struct SocketAddress: Sendable {
  /// The address family, such as `AF_INET`.
  package let family: Int32
  /// A `sockaddr` of the family.
  package let bytes: [UInt8]

  #if canImport(Glibc)
    /// The type of stream sockets.
    package static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    /// The type of stream sockets.
    package static let stream = SOCK_STREAM
  #endif

  /// Creates an address of a family from the bytes of its `sockaddr`.
  package init(family: Int32, bytes: [UInt8]) {
    (self.family, self.bytes) = (family, bytes)
  }

  /// Resolves the IPv4 and IPv6 addresses of a host, in the order in which to try them.
  ///
  /// - Parameters:
  ///   - host: A host name or a numeric address.
  ///   - port: The port.
  ///   - isNumeric: True to accept numeric addresses only, which never blocks.
  /// - Returns: At least one address.
  /// - Throws: ``HTTPFailure/unreachable(_:)``
  package static func addresses(
    host: String, port: UInt16, isNumeric: Bool
  ) throws(HTTPFailure) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = stream
    unsafe hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, "\(port)", &hints, &list)
    guard code == 0 else {
      let reason = unsafe code == EAI_SYSTEM ? systemError() : String(cString: gai_strerror(code))
      throw .unreachable("\(host): \(reason)")
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ai_next
      guard let address = unsafe entry.ai_addr else { continue }
      // Safe: `ai_addrlen` is the length of `ai_addr`.
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
      unsafe addresses.append(SocketAddress(family: entry.ai_family, bytes: bytes))
    }
    guard !addresses.isEmpty else { throw .unreachable("\(host): no address") }
    return addresses
  }

  /// Opens a non-blocking socket of the family.
  ///
  /// - Throws: ``HTTPFailure/unreachable(_:)``
  package func socket() throws(HTTPFailure) -> FileDescriptor {
    let number = systemSocket(family, Self.stream, 0)
    guard number >= 0 else { throw .unreachable(systemError()) }
    let descriptor = FileDescriptor(number)
    descriptor.makeNonBlocking()
    return descriptor
  }

  /// Starts a non-blocking connection, which is established when the socket becomes writable.
  ///
  /// - Throws: ``HTTPFailure/unreachable(_:)``
  package func connect() throws(HTTPFailure) -> FileDescriptor {
    let descriptor = try socket()
    let result = unsafe bytes.withUnsafeBytes { bytes in
      // Safe: the bytes are a `sockaddr`, which the system only reads.
      unsafe systemConnect(
        descriptor.number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard result == 0 || errno == EINPROGRESS || errno == EINTR else { throw .unreachable(systemError()) }
    return descriptor
  }
}

/// The system's `socket`, which the method of this name shadows.
private func systemSocket(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
  socket(family, type, `protocol`)
}

/// The system's `connect`, which the method of this name shadows.
private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t) -> Int32 {
  unsafe connect(socket, address, length)
}
