/// A request and its response on a connection.
struct HTTPExchangeState {
  /// The head of the request; `nil` if none could be read.
  var head: HTTPRequestHead?
  var start: ContinuousClock.Instant
  /// The body as far as it was received.
  var body: [UInt8] = []
  /// True if the body is not for a handler.
  var discardsBody = false
  /// True once the request is complete.
  var isReceived = false

  /// The response of a handler.
  var channel: HTTPResponseChannel?
  /// The task of the handler.
  var task: Task<Void, Never>?

  /// The status of the response, once it has begun.
  var status: Int?
  /// The header fields of the response.
  var headers: HTTPHeaders = [:]
  /// The number of bytes of the response's body.
  var bodyBytes = 0
  /// True if parts of the body are sent in chunks.
  var isChunked = false
  /// True once all of the response is in the output.
  var isResponseComplete = false
  /// True if the body could not be completed, so that the connection is cut after the output.
  var isCut = false

  init(head: HTTPRequestHead?, start: ContinuousClock.Instant) {
    (self.head, self.start) = (head, start)
  }
}
