#if os(Linux)
  import Foundation

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A serialised request with its addresses and exchange.
  struct SocketRequest: Sendable {
    /// The addresses of the server, in the order in which to try them.
    var addresses: [SocketAddress]
    var bytes: [UInt8]
    var exchange: HTTPExchange
  }

  /// A connection for one request and its response; confined to the thread of ``SocketLoop``.
  final class SocketConnection {
    private let request: SocketRequest
    private var socket: FileDescriptor?
    private var untried: ArraySlice<SocketAddress>
    private var isConnected = false
    private var unsent: ArraySlice<UInt8>
    private var answer = HTTPResponseParser()
    private var hasEnded = false

    /// The time at which the next address is tried, unless this one connects before.
    private(set) var due: ContinuousClock.Instant?

    /// The timeout of a connection attempt while there is another address to try.
    private static let connectTimeout = Duration.seconds(3)

    /// The maximum number of reads per event, for fairness among connections.
    private static let readLimit = 16

    /// Creates a connection and starts connecting.
    init(_ request: SocketRequest) {
      self.request = request
      untried = request.addresses[...]
      unsent = request.bytes[...]
      connect(orFail: .unreachable("no address"))
    }

    /// True if the connection can be closed.
    var isFinished: Bool { hasEnded || request.exchange.isFinished }

    /// The events to poll for.
    var interest: pollfd {
      // The end of a connection would be reported at once and forever.
      if isConnected, unsent.isEmpty, request.exchange.isFull { return pollfd(fd: -1, events: 0, revents: 0) }
      let events = isConnected ? POLLIN | (unsent.isEmpty ? 0 : POLLOUT) : POLLOUT
      return pollfd(fd: socket?.number ?? -1, events: Int16(events), revents: 0)
    }

    /// Tries the next address if the connection attempt timed out.
    func checkDeadlines(_ now: ContinuousClock.Instant) {
      guard let due, due <= now else { return }
      connect(orFail: .unreachable("the connection timed out"))
    }

    /// Handles the socket's events.
    ///
    /// - Parameters:
    ///   - events: The returned events of `poll`.
    ///   - buffer: A buffer for reading.
    func handle(_ events: Int32, buffer: inout [UInt8]) {
      if !isConnected {
        if let error = connectionError { return connect(orFail: .unreachable(error)) }
        isConnected = true
        due = nil
      }
      // A server may respond and close before it has read the whole request.
      if events & POLLOUT != 0 { send() }
      if events & ~POLLOUT != 0 { receive(into: &buffer) }
    }
  }

  extension SocketConnection {
    /// Starts a connection to the next address that does not fail immediately.
    private func connect(orFail failure: HTTPFailure) {
      var failure = failure
      due = nil
      while let address = untried.popFirst() {
        do throws(HTTPFailure) {
          socket = try address.connect()
          if !untried.isEmpty { due = .now + Self.connectTimeout }
          return
        } catch {
          failure = error
        }
      }
      end(failure)
    }

    /// The error of the connection attempt; `nil` if it succeeded.
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
          // The server no longer reads; its response can still be received.
          if errno != EAGAIN { unsent = [] }
          return
        }
      }
    }

    private func receive(into buffer: inout [UInt8]) {
      do throws(HTTPFailure) {
        for _ in 0..<Self.readLimit where !isFinished && !request.exchange.isFull {
          let count: Int
          if answer.missingByteCount >= BodyBuffer.byteCount {
            guard let last = receiveBody() else { continue }
            count = last
          } else {
            count = unsafe recv(socket?.number ?? -1, &buffer, buffer.count, 0)
          }
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

    /// Receives a piece of a long body without parsing it.
    ///
    /// - Returns: The last result of `recv`; `nil` if there may be more.
    private func receiveBody() -> Int? {
      let number = socket?.number ?? -1
      var buffer = BodyBuffer()
      let result = buffer.receive(from: number, limit: answer.missingByteCount)
      let reason = errno
      let data = buffer.data()
      answer.skip(data.count)
      if !data.isEmpty { request.exchange.receive(data) }
      if answer.isComplete { end(nil) }
      errno = reason
      return result
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

  /// The system's `send`, which the method of this name shadows.
  private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    unsafe send(socket, bytes, count, flags)
  }
#endif
