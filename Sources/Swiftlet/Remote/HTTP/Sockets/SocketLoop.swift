#if os(Linux)
  import Foundation
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A thread that waits for all connections at once, and moves their bytes.
  ///
  /// Whether an exchange goes on is its own business: the thread closes the connections of those that are over whenever
  /// it is woken, and whoever ends one wakes it.
  final class SocketLoop: Sendable {
    private let inbox = Mutex<[SocketRequest]>([])
    /// A pair of sockets: a byte that is written to one lets the thread, which waits at the other, look around.
    private let wakeable: FileDescriptor
    private let waker: FileDescriptor

    private static let current = Mutex<SocketLoop?>(nil)

    /// The one of this process, which exists from its first use on.
    ///
    /// - Throws: ``HTTPFailure/unreachable(_:)`` if the process has no file descriptor left.
    static func shared() throws(HTTPFailure) -> SocketLoop {
      try current.withLock { (loop) throws(HTTPFailure) in
        if let loop { return loop }
        let new = try SocketLoop()
        Thread.detachNewThread {
          Thread.current.name = "swiftlet-http"
          new.run()
        }
        loop = new
        return new
      }
    }

    private init() throws(HTTPFailure) {
      var ends: [Int32] = [0, 0]
      let type = SocketAddress.stream | SocketAddress.flags
      guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .unreachable(systemError()) }
      wakeable = FileDescriptor(ends[0])
      waker = FileDescriptor(ends[1])
    }

    /// Opens a connection for a request.
    func open(_ request: SocketRequest) {
      inbox.withLock { $0.append(request) }
      wake()
    }

    /// Lets the thread look around.
    func wake() {
      // Where there is no room for it, the thread will wake up anyway.
      var byte: UInt8 = 1
      _ = unsafe write(waker.number, &byte, 1)
    }
  }

  extension SocketLoop {
    private func run() {
      var connections: [SocketConnection] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        connections += takeInbox().map { SocketConnection($0) }
        let now = ContinuousClock.now
        for connection in connections { connection.checkTime(now) }
        connections.removeAll { $0.isOver }

        var events = [pollfd(fd: wakeable.number, events: Int16(POLLIN), revents: 0)]
        events += connections.map(\.interest)
        let due = connections.lazy.compactMap(\.due).min()
        guard unsafe poll(&events, nfds_t(events.count), Self.timeout(until: due, from: now)) >= 0 else {
          // Interrupted by a signal; or out of memory, which is not asked for again and again without a pause.
          if errno != EINTR { usleep(10_000) }
          continue
        }
        if events[0].revents != 0 {
          // What has been written does not matter, only that it is gone.
          while unsafe read(wakeable.number, &buffer, buffer.count) == buffer.count {}
        }
        for (connection, event) in zip(connections, events.dropFirst()) where event.revents != 0 {
          connection.proceed(Int32(event.revents), buffer: &buffer)
        }
      }
    }

    private func takeInbox() -> [SocketRequest] {
      inbox.withLock { requests in
        defer { requests = [] }
        return requests.filter { !$0.exchange.isOver }
      }
    }

    /// A time as `poll` wants it: in milliseconds, rounded up, and -1 for ever.
    private static func timeout(until due: ContinuousClock.Instant?, from now: ContinuousClock.Instant) -> Int32 {
      guard let due else { return -1 }
      return Int32(max(0, min((due - now) / .milliseconds(1), 60_000)).rounded(.up))
    }
  }
#endif
