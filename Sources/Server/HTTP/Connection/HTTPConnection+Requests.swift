extension HTTPConnection {
  /// Continues with the next request once the response to the previous one has been sent.
  func advance() {
    while !isClosed, !isLingering {
      flush()
      guard !isClosed, output.isEmpty, let exchange, exchange.isResponseComplete else { return }
      let isReceived = exchange.isReceived
      if exchange.isCut { return cut() }
      if closesAfterResponse || context.isDraining && isReceived {
        endExchange(isCancelled: false)
        return linger(isReceived: isReceived)
      }
      // The rest of a refused body is discarded first.
      guard isReceived else { return }
      endExchange(isCancelled: false)
      phaseStart = context.now
      parse()
    }
  }

  /// Ends this side of the connection.
  ///
  /// If bytes are unread when a socket is closed, the client's system may discard the response before it was read.
  private func linger(isReceived: Bool) {
    guard !hasReceivedEnd, !isReceived || !input.isEmpty else { return close() }
    input = []
    isLingering = true
    phaseStart = context.now
    socket?.endSending()
  }

  /// Parses received bytes up to the end of a request.
  func parse() {
    var rest = input[...]
    input = []
    do throws(HTTPRequestError) {
      while !isClosed, exchange?.isReceived != true, let event = try parser.next(from: &rest) {
        try receive(event)
      }
      input = Array(rest)
    } catch {
      refuse(error)
    }
  }

  /// Closes the connection in the midst of a body, so that the client does not take it for the whole.
  private func cut() {
    // Where the end of the connection is that of the body, it has to be an error.
    if exchange?.isChunked == false { socket?.resetOnClose() }
    close()
  }

  private func receive(_ event: HTTPRequestParser.Event) throws(HTTPRequestError) {
    switch event {
    case .head(var head):
      requestCount += 1
      head.request.remoteAddress = remoteAddress
      exchange = HTTPExchangeState(head: head, start: context.now)
      closesAfterResponse = !head.keepsAlive || requestCount >= context.limits.requestsPerConnection
      lastReceived = context.now
      if let response = context.hooks.admit(head.request) {
        decline(head, with: response)
      } else if case .length(let length) = head.framing {
        exchange?.body.reserveCapacity(min(length, 1 << 20))
      }
      if exchange?.discardsBody == false, head.expectsContinue { enqueue(HTTPResponseHead.proceed) }
    case .body(let part):
      guard exchange?.discardsBody == false else { return }
      guard context.bodyBytes + part.count <= context.limits.allBodiesBytes else {
        throw HTTPRequestError(status: 503, message: "too many bodies are being received")
      }
      exchange?.body += part
      context.bodyBytes += part.count
    case .end:
      exchange?.isReceived = true
      if exchange?.discardsBody == false { startHandler() }
    }
  }

  /// Responds to a request whose body is not wanted.
  private func decline(_ head: HTTPRequestHead, with response: HTTPResponse) {
    exchange?.discardsBody = true
    // A client that expects to be asked may send the body or not. A long body is not read to its end.
    let isShort: Bool = if case .length(0...context.limits.discardedBytes) = head.framing { true } else { false }
    if head.expectsContinue || !isShort { closesAfterResponse = true }
    begin(response)
  }

  /// Refuses a malformed or late request, and closes the connection.
  func refuse(_ error: HTTPRequestError) {
    releaseBody()
    var refused = exchange ?? HTTPExchangeState(head: parser.partialHead, start: context.now)
    // The response to a refused head is under way already.
    guard refused.status == nil else { return close() }
    refused.discardsBody = true
    refused.isReceived = false
    exchange = refused
    closesAfterResponse = true
    discardsInput = true
    begin(context.hooks.refuse(error, refused.head?.request))
  }

  /// Refuses a connection beyond the limit, before it has a request.
  func refuseForOverload() {
    refuse(HTTPRequestError(status: 503, message: "too many connections"))
    advance()
  }

  private func startHandler() {
    guard var request = exchange?.head?.request else { return }
    request.body = exchange?.body ?? []
    releaseBody()
    let (id, mailbox, handler) = (id, context.mailbox, context.handler)
    let channel = HTTPResponseChannel(limit: context.limits.unsentBytes) { mailbox.announce(id) }
    let isHead = request.method == "HEAD"
    exchange?.channel = channel
    exchange?.task = Task { [request] in
      let response = await handler(request)
      channel.begin(response)
      guard case .stream(let write) = response.body, !isHead else { return }
      do {
        try await write(channel)
        channel.end(.complete)
      } catch {
        channel.end(.failed)
      }
    }
  }

  private func releaseBody() {
    context.bodyBytes -= exchange?.body.count ?? 0
    exchange?.body = []
  }

  /// Ends the exchange and writes it to the access log.
  func endExchange(isCancelled: Bool) {
    releaseBody()
    guard let ended = exchange.take() else { return }
    ended.channel?.abandon()
    ended.task?.cancel()
    context.hooks.log(
      HTTPAccess(
        method: ended.head?.request.method, path: ended.head?.request.path, status: ended.status,
        headers: ended.headers, bytes: ended.bodyBytes, duration: context.now - ended.start,
        remoteAddress: remoteAddress, isCancelled: isCancelled))
  }
}
