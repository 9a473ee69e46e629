#if os(Linux)
  import Foundation

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// What is to be sent, and who hears of the answer.
  struct SocketRequest: Sendable {
    /// Where the server may be, in the order in which to try.
    var addresses: [SocketAddress]
    var bytes: [UInt8]
    var exchange: HTTPExchange
  }

  /// A connection that carries one request and its answer; used by the thread of ``SocketLoop`` alone.
  final class SocketConnection {
    private let request: SocketRequest
    private var socket: FileDescriptor?
    private var untried: ArraySlice<SocketAddress>
    private var isConnected = false
    private var unsent: ArraySlice<UInt8>
    private var answer = HTTPAnswerReader()
    private var hasEnded = false

    /// When the next address is tried, if this one has not answered.
    private(set) var due: ContinuousClock.Instant?

    /// How long an address has for a connection while there is another one to try.
    private static let patience = Duration.seconds(3)

    /// How often a socket is read before others have their turn.
    private static let reads = 16

    /// Begins to connect.
    init(_ request: SocketRequest) {
      self.request = request
      untried = request.addresses[...]
      unsent = request.bytes[...]
      connect(orFail: .unreachable("no address"))
    }

    /// Whether there is nothing more to do.
    var isOver: Bool { hasEnded || request.exchange.isOver }

    /// What to wait for.
    var interest: pollfd {
      let events = isConnected ? POLLIN | (unsent.isEmpty ? 0 : POLLOUT) : POLLOUT
      return pollfd(fd: socket?.number ?? -1, events: Int16(events), revents: 0)
    }

    /// Goes on to the next address if this one took too long.
    func checkTime(_ now: ContinuousClock.Instant) {
      guard let due, due <= now else { return }
      connect(orFail: .unreachable("the server does not answer"))
    }

    /// Does what can be done now.
    ///
    /// - Parameters:
    ///   - events: What the system says about the socket.
    ///   - buffer: Memory to read into.
    func proceed(_ events: Int32, buffer: inout [UInt8]) {
      if !isConnected {
        if let error = connectionError { return connect(orFail: .unreachable(error)) }
        isConnected = true
        due = nil
      }
      // A server may answer, and hang up, before it has read everything.
      if events & POLLOUT != 0 { send() }
      if events & ~POLLOUT != 0 { receive(into: &buffer) }
    }
  }

  extension SocketConnection {
    /// Begins a connection to the next address for which the system does not refuse it at once.
    private func connect(orFail failure: HTTPFailure) {
      var failure = failure
      due = nil
      while let address = untried.popFirst() {
        do throws(HTTPFailure) {
          socket = try address.connect()
          if !untried.isEmpty { due = .now + Self.patience }
          return
        } catch {
          failure = error
        }
      }
      end(failure)
    }

    /// Why there is no connection, or `nil` if there is one.
    private var connectionError: String? {
      var code: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard unsafe getsockopt(socket?.number ?? -1, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
        return systemError()
      }
      return code == 0 ? nil : systemError(code)
    }

    private func send() {
      while !unsent.isEmpty {
        let number = socket?.number ?? -1
        let count = unsafe unsent.withUnsafeBytes { bytes in
          unsafe systemSend(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 {
          unsent = unsent.dropFirst(count)
        } else if errno != EINTR {
          // The server no longer listens; what it has said can still be read.
          if errno != EAGAIN { unsent = [] }
          return
        }
      }
    }

    private func receive(into buffer: inout [UInt8]) {
      do throws(HTTPFailure) {
        for _ in 0..<Self.reads where !isOver {
          let count = unsafe recv(socket?.number ?? -1, &buffer, buffer.count, 0)
          if count > 0 {
            try take(buffer[..<count])
          } else if count == 0 {
            try answer.end()
            end(nil)
          } else if errno == EAGAIN {
            return
          } else if errno != EINTR {
            throw answer.hasHead ? .lost(systemError()) : .unreachable(systemError())
          }
        }
      } catch {
        end(error)
      }
    }

    private func take(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
      for piece in try answer.read(bytes) {
        switch piece {
        case .head(let head): request.exchange.receive(head)
        case .body(let bytes): request.exchange.receive(Data(bytes))
        }
      }
      if answer.isComplete { end(nil) }
    }

    private func end(_ failure: HTTPFailure?) {
      hasEnded = true
      socket = nil
      due = nil
      request.exchange.complete(failure)
    }
  }

  /// The system's function, which a method of this name would hide.
  private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    unsafe send(socket, bytes, count, flags)
  }
#endif
