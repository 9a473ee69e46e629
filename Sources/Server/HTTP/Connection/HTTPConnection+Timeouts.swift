extension HTTPConnection {
  /// A time after which the connection does not wait.
  private enum Deadline {
    case idle
    case head
    case body
    case write
    case linger
  }

  private var deadline: (kind: Deadline, time: ContinuousClock.Instant)? {
    let limits = context.limits
    if isClosed { return nil }
    if isLingering { return (.linger, phaseStart + limits.lingerTimeout) }
    if !output.isEmpty { return (.write, lastSent + limits.writeTimeout) }
    guard let exchange else {
      return parser.hasPartialHead
        ? (.head, phaseStart + limits.headTimeout) : (.idle, phaseStart + limits.idleTimeout)
    }
    if exchange.isReceived { return nil }
    return (.body, min(lastReceived + limits.bodyGapTimeout, exchange.start + limits.bodyTimeout))
  }

  /// The time at which ``checkDeadline()`` has to be called; `nil` if there is none.
  var due: ContinuousClock.Instant? { deadline?.time }

  /// Closes the connection, or refuses its request, if the client is late.
  func checkDeadline() {
    guard let deadline, deadline.time <= context.now else { return }
    switch deadline.kind {
    case .idle, .linger, .write: close()
    case .head: refuse(HTTPRequestError(status: 408, message: "the head of the request was not complete in time"))
    case .body: refuse(HTTPRequestError(status: 408, message: "the body of the request was not complete in time"))
    }
    advance()
  }

  /// Prepares for the end of the server: a connection without a request is closed.
  func drain() {
    if isIdle { close() }
  }

  /// Cancels the handler, whose response may still end; a request that is not complete is given up.
  func cancelHandler() {
    if let task = exchange?.task { task.cancel() } else { close() }
  }
}
