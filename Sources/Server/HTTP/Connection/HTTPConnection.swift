import Swiftlet
import SwiftletHTTP

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection of a client; confined to the thread of the sockets.
///
/// It has one request after the other. While a response is under way, only a few bytes of what follows are read, so that
/// the end of the stream is seen: a client that ends its side before it has the response is gone.
final class HTTPConnection {
  /// The number of the connection, which no other has.
  let id: UInt64
  let context: HTTPServerContext
  let remoteAddress: String?
  /// The socket; `nil` once it is closed.
  var socket: FileDescriptor?

  var parser: HTTPRequestParser
  /// The bytes that have been received but not parsed.
  var input: [UInt8] = []
  var output = HTTPOutputQueue()
  /// The request that is received or answered.
  var exchange: HTTPExchangeState?
  var requestCount = 0
  /// True if the connection closes after the current response.
  var closesAfterResponse = false
  /// True once the client has ended its side.
  var hasReceivedEnd = false
  /// True once a request could not be parsed, so that what follows is none.
  var discardsInput = false
  /// True if the connection is beyond the limit, and is refused.
  var isExcess = false
  /// True once this side has ended, and what the client still sends is discarded.
  var isLingering = false

  /// The time since when the connection has been idle, or has been receiving the head of a request, or lingers.
  var phaseStart: ContinuousClock.Instant
  /// The time of the last byte of a body.
  var lastReceived: ContinuousClock.Instant
  /// The time of the last progress in sending.
  var lastSent: ContinuousClock.Instant

  /// The interest with which the socket is polled.
  var polledInterest: SocketInterest = []

  /// The number of unparsed bytes from which no more are read while a response is under way.
  private static let readAhead = 16 << 10
  /// The maximum number of reads per event, for fairness among connections.
  private static let readLimit = 4

  /// Creates a connection of an accepted socket.
  init(id: UInt64, socket: consuming FileDescriptor, remoteAddress: String?, context: HTTPServerContext) {
    (self.id, self.context, self.remoteAddress) = (id, context, remoteAddress)
    self.socket = consume socket
    parser = HTTPRequestParser(limits: context.limits)
    (phaseStart, lastReceived, lastSent) = (context.now, context.now, context.now)
  }

  /// True if the connection can be forgotten.
  var isClosed: Bool { socket == nil }

  /// True if the connection has no request.
  var isIdle: Bool {
    exchange == nil && !isLingering && input.isEmpty && output.isEmpty && !parser.hasPartialHead
  }

  /// True while the request is complete and its response is not.
  private var isAnswering: Bool { exchange?.isReceived == true }

  /// The events to wait for.
  var interest: SocketInterest {
    var interest: SocketInterest = output.isEmpty ? [] : .write
    if hasReceivedEnd { return interest }
    interest.insert(.hangUp)
    if !isAnswering || input.count < Self.readAhead { interest.insert(.read) }
    return interest
  }

  /// Handles the events of the socket.
  func handle(_ event: SocketEvent) {
    if event.isWritable { flush() }
    if (event.isReadable || event.isHungUp) && !isClosed { receive(isHungUp: event.isHungUp) }
    advance()
  }

  private func receive(isHungUp: Bool) {
    for _ in 0..<Self.readLimit where isLingering || !isAnswering || input.count < Self.readAhead {
      let count = unsafe recv(socket?.number ?? -1, &context.buffer, context.buffer.count, 0)
      if count > 0 {
        take(context.buffer[..<count])
      } else if count == 0 {
        return receiveEnd()
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return
      } else if errno != EINTR {
        return close()
      }
    }
    // The end is behind bytes that are not read now.
    if isHungUp && isAnswering { receiveEnd() }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    guard !isLingering, !discardsInput else { return }
    if exchange == nil, input.isEmpty, !parser.hasPartialHead { phaseStart = context.now }
    lastReceived = context.now
    input += bytes
    if !isAnswering { parse() }
  }

  private func receiveEnd() {
    hasReceivedEnd = true
    // A response that is complete is sent to its end.
    guard exchange?.isResponseComplete == true, !isLingering else { return close() }
    closesAfterResponse = true
  }

  /// Sends what the socket accepts.
  func flush() {
    guard !output.isEmpty, let number = socket?.number, number >= 0 else { return }
    switch send() {
    case .failed: close()
    case .sent(let count):
      if count > 0 { lastSent = context.now }
      exchange?.channel?.report(unsent: output.count)
    }
  }

  private func send() -> HTTPOutputQueue.Outcome {
    guard let socket = socket.take() else { return .failed }
    let outcome = output.send(to: socket)
    self.socket = consume socket
    return outcome
  }

  /// Appends bytes to the output.
  func enqueue(_ bytes: [UInt8]) {
    // The time without progress begins with the first bytes.
    if output.isEmpty { lastSent = context.now }
    output.append(bytes)
  }

  /// Closes the connection; the task of an unfinished response is cancelled.
  func close() {
    guard !isClosed else { return }
    endExchange(isCancelled: true)
    input = []
    output = HTTPOutputQueue()
    socket = nil
  }
}
