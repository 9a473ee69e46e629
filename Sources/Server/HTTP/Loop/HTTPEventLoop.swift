import Swiftlet
import SwiftletGGUF
import SwiftletHTTP

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The loop of the thread that owns all sockets of a server.
///
/// It sleeps until a socket, a handler or a deadline needs it.
final class HTTPEventLoop {
  private let context: HTTPServerContext
  private var poller: SocketPoller
  private var acceptor: HTTPAcceptor
  private var connections: [UInt64: HTTPConnection] = [:]
  /// The number of connections that are being refused.
  private var excessCount = 0
  private var lastID: UInt64
  private let listenerCount: UInt64
  /// A time before which no deadline of a connection is.
  private var nextDue: ContinuousClock.Instant?
  /// The times by which handlers have to end and are cut off, once the server is shutting down.
  private var shutDown: (cancellation: ContinuousClock.Instant, end: ContinuousClock.Instant)?
  private var hasCancelled = false

  /// The time from which connections are accepted again, after no descriptor was left.
  private var acceptsAgain: ContinuousClock.Instant?

  private static let wakeToken: UInt64 = 0
  /// The size of the system's buffers for sending, which grow to megabytes otherwise: clients that do not read would
  /// cost much memory, and their writers would be suspended late.
  private static let sendBufferBytes: Int32 = 256 << 10
  /// The maximum number of connections that are accepted at once, for fairness.
  private static let acceptLimit = 64
  /// The maximum number of connections beyond the limit, which are closed with a response.
  private static let refusalLimit = 64
  /// The number of descriptors that connections leave to files, sockets and the runtime.
  private static let reservedDescriptors = 32

  init(listeners: [ListeningSocket], context: HTTPServerContext) throws(HTTPServerError) {
    self.context = context
    poller = try SocketPoller()
    acceptor = HTTPAcceptor(listeners)
    // The first numbers are those of the wake pipe and of the listening sockets.
    listenerCount = UInt64(listeners.count)
    lastID = listenerCount
    poller.add(context.mailbox.wakePipe.number, token: Self.wakeToken, interest: .read)
    for (index, listener) in listeners.enumerated() {
      poller.add(listener.number, token: UInt64(index + 1), interest: .read)
    }
  }

  /// Runs until the server has shut down.
  func run() {
    while !(shutDown != nil && connections.isEmpty) {
      let events = poller.wait(timeout: timeout)
      context.now = .now
      for event in events { handle(event) }
      checkDeadlines()
    }
  }

  private func handle(_ event: SocketEvent) {
    if event.token == Self.wakeToken {
      takeMessages()
    } else if event.token <= listenerCount {
      // There are none once the server is shutting down.
      if !acceptor.listeners.isEmpty { accept(from: acceptor.listeners[Int(event.token) - 1]) }
    } else if let connection = connections[event.token] {
      visit(connection) { $0.handle(event) }
    }
  }

  private func takeMessages() {
    // In this order, as a message after the taking has to wake the thread again.
    context.mailbox.wakePipe.clear(buffer: &context.buffer)
    let messages = context.mailbox.take()
    if let time = messages.shutDown { startShutDown(by: time) }
    for id in messages.updated {
      if let connection = connections[id] { visit(connection) { $0.update() } }
    }
  }

  /// Lets a connection do something, and adapts what it waits for.
  private func visit(_ connection: HTTPConnection, _ action: (HTTPConnection) -> Void) {
    let number = connection.socket?.number ?? -1
    action(connection)
    guard !connection.isClosed else {
      // Closing has removed the socket from epoll already.
      poller.forget(number)
      connections[connection.id] = nil
      if connection.isExcess { excessCount -= 1 }
      return
    }
    let interest = connection.interest
    if interest != connection.polledInterest {
      connection.polledInterest = interest
      poller.change(number, token: connection.id, interest: interest)
    }
    if let due = connection.due { nextDue = min(nextDue ?? due, due) }
  }
}

// MARK: - Accepting

extension HTTPEventLoop {
  private func accept(from listener: ListeningSocket) {
    for _ in 0..<Self.acceptLimit {
      switch acceptor.accept(from: listener) {
      case .accepted(let number, let host): open(FileDescriptor(number), host: host)
      case .refused: continue
      case .none: return
      case .exhausted: return pauseAccepting()
      }
    }
  }

  private func open(_ socket: consuming FileDescriptor, host: String?) {
    socket.makeNonBlocking()
    if host != nil { socket.set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: Int32(1)) }
    socket.set(SO_SNDBUF, of: SOL_SOCKET, to: Self.sendBufferBytes)
    #if canImport(Darwin)
      socket.set(SO_NOSIGPIPE, of: SOL_SOCKET, to: Int32(1))
    #endif
    // Of descriptors, the lowest free one is taken.
    let room = context.limits.descriptors - Int(socket.number)
    lastID += 1
    poller.add(socket.number, token: lastID, interest: .read)
    let connection = HTTPConnection(id: lastID, socket: socket, remoteAddress: host, context: context)
    connection.polledInterest = .read
    connections[lastID] = connection
    guard connections.count - excessCount > context.limits.connections || room <= Self.reservedDescriptors else {
      return visit(connection) { _ in }
    }
    excessCount += 1
    connection.isExcess = true
    // Not any number of connections is refused with a response.
    let hasResponse = excessCount <= Self.refusalLimit && room > Self.reservedDescriptors / 2
    visit(connection) { hasResponse ? $0.refuseForOverload() : $0.close() }
  }

  /// Stops accepting for a while, as a waiting connection would keep the thread awake.
  private func pauseAccepting() {
    acceptsAgain = context.now + .seconds(1)
    setAccepting([])
  }

  private func resumeAccepting() {
    guard let time = acceptsAgain, time <= context.now else { return }
    acceptsAgain = nil
    setAccepting(.read)
  }

  private func setAccepting(_ interest: SocketInterest) {
    for (index, listener) in acceptor.listeners.enumerated() {
      poller.change(listener.number, token: UInt64(index + 1), interest: interest)
    }
  }
}

// MARK: - Deadlines

extension HTTPEventLoop {
  private func checkDeadlines() {
    resumeAccepting()
    if let shutDown {
      if shutDown.end <= context.now {
        for connection in Array(connections.values) { visit(connection) { $0.close() } }
      } else if shutDown.cancellation <= context.now, !hasCancelled {
        hasCancelled = true
        for connection in Array(connections.values) { visit(connection) { $0.cancelHandler() } }
      }
    }
    guard let due = nextDue, due <= context.now else { return }
    nextDue = nil
    for connection in Array(connections.values) { visit(connection) { $0.checkDeadline() } }
  }

  private func startShutDown(by time: ContinuousClock.Instant) {
    let isFirst = shutDown == nil
    shutDown = (time, time + context.limits.cancellationTimeout)
    guard isFirst else { return }
    context.isDraining = true
    for listener in acceptor.listeners { poller.remove(listener.number) }
    acceptor.close()
    for connection in Array(connections.values) { visit(connection) { $0.drain() } }
  }

  /// The time to wait in milliseconds, rounded up; -1 for any.
  private var timeout: Int32 {
    let end = shutDown.map { hasCancelled ? $0.end : $0.cancellation }
    guard let due = [nextDue, end, acceptsAgain].compactMap({ $0 }).min() else { return -1 }
    let milliseconds = (due - .now) / .milliseconds(1)
    return Int32(clamping: Int(clamping: max(0, min(milliseconds, 3_600_000)).rounded(.up)))
  }
}
