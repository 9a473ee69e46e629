#if !os(Linux) || SWIFTLET_POLL
  import Swiftlet

  #if canImport(Musl)
    import Musl
  #elseif canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// A set of sockets whose events a thread waits for, where there is no epoll.
  struct SocketPoller: ~Copyable {
    private var sockets: [pollfd] = []
    private var tokens: [UInt64] = []
    private var indices: [Int32: Int] = [:]

    /// Creates an empty set.
    init() throws(HTTPServerError) {}

    /// Adds a socket with a number that its events have.
    mutating func add(_ socket: Int32, token: UInt64, interest: SocketInterest) {
      indices[socket] = sockets.count
      sockets.append(pollfd(fd: socket, events: Self.mask(interest), revents: 0))
      tokens.append(token)
    }

    /// Changes the interest in a socket.
    mutating func change(_ socket: Int32, token: UInt64, interest: SocketInterest) {
      guard let index = indices[socket] else { return }
      sockets[index].events = Self.mask(interest)
    }

    /// Removes a socket.
    mutating func remove(_ socket: Int32) {
      guard let index = indices.removeValue(forKey: socket) else { return }
      sockets.swapAt(index, sockets.count - 1)
      tokens.swapAt(index, tokens.count - 1)
      sockets.removeLast()
      tokens.removeLast()
      if index < sockets.count { indices[sockets[index].fd] = index }
    }

    /// Forgets a socket that is closed.
    mutating func forget(_ socket: Int32) { remove(socket) }

    private static func mask(_ interest: SocketInterest) -> Int16 {
      Int16((interest.contains(.read) ? POLLIN : 0) | (interest.contains(.write) ? POLLOUT : 0))
    }

    /// Waits for events.
    ///
    /// - Parameter timeout: The maximum time in milliseconds; -1 for any.
    /// - Returns: The events; none after the timeout, or if a signal interrupts.
    mutating func wait(timeout: Int32) -> [SocketEvent] {
      guard unsafe poll(&sockets, nfds_t(sockets.count), timeout) > 0 else { return [] }
      return zip(sockets, tokens).filter { $0.0.revents != 0 }.map { socket, token in
        let mask = Int32(socket.revents)
        return SocketEvent(
          token: token, isReadable: mask & Int32(POLLIN) != 0, isWritable: mask & Int32(POLLOUT) != 0,
          isHungUp: mask & Int32(POLLERR | POLLHUP | POLLNVAL) != 0)
      }
    }
  }
#endif
