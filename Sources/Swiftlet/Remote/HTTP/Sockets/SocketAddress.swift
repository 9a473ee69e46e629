#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A socket address of a server.
  struct SocketAddress: Sendable {
    private let family: Int32
    /// A `sockaddr` of the family.
    private let bytes: [UInt8]

    #if canImport(Musl)
      static let stream = SOCK_STREAM
      static let flags = SOCK_NONBLOCK | SOCK_CLOEXEC
    #else
      static let stream = Int32(SOCK_STREAM.rawValue)
      static let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    #endif

    /// Resolves the IPv4 and IPv6 addresses of a host, in the order in which to try them.
    ///
    /// - Parameters:
    ///   - host: A host name or a numeric address.
    ///   - port: The port.
    ///   - isNumeric: True to accept numeric addresses only, which never blocks.
    /// - Returns: At least one address.
    /// - Throws: ``HTTPFailure/unreachable(_:)``
    static func addresses(host: String, port: UInt16, isNumeric: Bool) throws(HTTPFailure) -> [SocketAddress] {
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

    /// Starts a non-blocking connection, which is established when the socket becomes writable.
    ///
    /// - Throws: ``HTTPFailure/unreachable(_:)``
    func connect() throws(HTTPFailure) -> FileDescriptor {
      let number = socket(family, Self.stream | Self.flags, 0)
      guard number >= 0 else { throw .unreachable(systemError()) }
      let descriptor = FileDescriptor(number)
      let result = unsafe bytes.withUnsafeBytes { bytes in
        // Safe: the bytes are a `sockaddr`, which the system only reads.
        unsafe systemConnect(
          number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      guard result == 0 || errno == EINPROGRESS || errno == EINTR else { throw .unreachable(systemError()) }
      return descriptor
    }
  }

  /// The system's `connect`, which the method of this name shadows.
  private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t) -> Int32 {
    unsafe connect(socket, address, length)
  }
#endif
