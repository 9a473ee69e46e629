#if os(Linux)
  import Foundation
  import SwiftletGGUF
  import Synchronization

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// An event loop on one thread that polls all connections.
  ///
  /// The loop closes the connections of ended exchanges whenever it wakes up, and ending an exchange wakes it.
  final class SocketLoop: Sendable {
    private let pending = Mutex<[SocketRequest]>([])
    private let wakePipe: WakePipe

    private static let current = Mutex<SocketLoop?>(nil)

    /// The shared event loop, created on first use.
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
      wakePipe = try WakePipe()
    }

    /// Opens a connection for a request.
    func open(_ request: SocketRequest) {
      pending.withLock { $0.append(request) }
      wake()
    }

    /// Wakes the thread.
    func wake() {
      wakePipe.wake()
    }
  }

  extension SocketLoop {
    private func run() {
      var connections: [SocketConnection] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        connections += takePending().map { SocketConnection($0) }
        let now = ContinuousClock.now
        for connection in connections { connection.checkDeadlines(now) }
        connections.removeAll { $0.isFinished }

        var events = [pollfd(fd: wakePipe.number, events: Int16(POLLIN), revents: 0)]
        events += connections.map(\.interest)
        let due = connections.lazy.compactMap(\.due).min()
        guard unsafe poll(&events, nfds_t(events.count), Self.timeout(until: due, from: now)) >= 0 else {
          // Interrupted by a signal, or out of memory, which is retried after a delay.
          if errno != EINTR { usleep(10_000) }
          continue
        }
        if events[0].revents != 0 { wakePipe.clear(buffer: &buffer) }
        for (connection, event) in zip(connections, events.dropFirst()) where event.revents != 0 {
          connection.handle(Int32(event.revents), buffer: &buffer)
        }
      }
    }

    private func takePending() -> [SocketRequest] {
      pending.withLock { requests in
        defer { requests = [] }
        return requests.filter { !$0.exchange.isFinished }
      }
    }

    /// The timeout for `poll`: in milliseconds, rounded up; -1 for none.
    private static func timeout(until due: ContinuousClock.Instant?, from now: ContinuousClock.Instant) -> Int32 {
      guard let due else { return -1 }
      return Int32(clamping: Int(clamping: max(0, min((due - now) / .milliseconds(1), 60_000)).rounded(.up)))
    }
  }
#endif
