package import SwiftletJSON

extension HTTPResponse {
  /// Creates a response with a JSON body.
  package init(json: JSONValue, status: Int = 200) {
    self.init(
      status: status, headers: ["Content-Type": "application/json; charset=utf-8"],
      body: .bytes(JSONWriter.bytes(json)))
  }

  /// Creates a response that streams an answer as server-sent events.
  ///
  /// - Parameters:
  ///   - answer: The answer in progress, which is cancelled if the client goes away.
  ///   - routed: The request.
  ///   - pingSeconds: The silence in seconds after which there is a comment; `nil` for the server's.
  ///   - write: Writes the events of the answer, also those of an error.
  /// - Throws: The error of a request that is refused, or `CancellationError`.
  package init(
    streaming answer: RunningAnswer, for routed: RoutedRequest, pingSeconds: Int? = nil,
    write: @escaping @Sendable (ServerSentEventWriter) async throws -> Void
  ) async throws {
    let services = routed.services
    let interval = pingSeconds.map { $0 > 0 ? Duration.seconds($0) : nil } ?? services.configuration.pingInterval
    try await self.init(
      streaming: answer, for: routed, contentType: "text/event-stream; charset=utf-8", headAfter: interval
    ) { body in
      let writer = ServerSentEventWriter(body, interval: interval, clock: services.clock)
      try await writer.run { try await write(writer) }
    }
  }

  /// Creates a response that streams an answer in another form, such as lines of JSON, which have no comments.
  ///
  /// Returns once the prompt is accepted, or a time is over, as clients wait for a head only so long; a request that is
  /// refused until then is an error with a status.
  ///
  /// - Parameters:
  ///   - answer: The answer in progress, which is cancelled if the client goes away.
  ///   - routed: The request.
  ///   - contentType: The value of `Content-Type`.
  ///   - time: The time after which there is a head; `nil`, and more than 15 seconds, for 15 seconds.
  ///   - write: Writes the body, also an error in it.
  /// - Throws: The error of a request that is refused, or `CancellationError`.
  package init(
    streaming answer: RunningAnswer, for routed: RoutedRequest, contentType: String, headAfter time: Duration? = nil,
    write: @escaping @Sendable (any HTTPBodyWriter) async throws -> Void
  ) async throws {
    // At most, as a client that asks for rare comments does not wait longer for a head.
    let limit = min(time ?? .seconds(15), .seconds(15))
    try await answer.waitUntilAccepted(atMost: limit, clock: routed.services.clock)
    self.init(
      status: 200,
      headers: [
        "Content-Type": contentType, "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no",
      ],
      body: .stream { body in
        defer { answer.cancel() }
        try await write(body)
      })
  }
}

extension ErrorForm {
  /// Creates the form of a path whose route is not known.
  init(path: String) {
    if path.contains("/messages") {
      self = .anthropic
    } else if path.contains("/api/") {
      self = .ollama
    } else {
      self = .openAI
    }
  }
}

extension RoutedRequest {
  /// Returns the failure of an answer in progress for its client, after noting it.
  ///
  /// - Throws: The error if it is a cancellation, after which there is no client.
  package func failure(of error: any Error) throws -> RequestFailure {
    if error is CancellationError { throw error }
    let failure = RequestFailure(error)
    if failure.isInternal { services.configuration.log("swiftlet: \(context.id): \(failure.message)") }
    context.note { $0.finish = "error" }
    return failure.withoutInternals
  }
}
