extension HTTPConnection {
  /// Takes over what the handler has added to the response.
  func update() {
    guard let update = exchange?.channel?.take() else { return }
    if let response = update.response { begin(response) }
    for bytes in update.bytes { add(bytes) }
    switch exchange?.isResponseComplete == true ? nil : update.end {
    case .complete?:
      if exchange?.isChunked == true { enqueue(HTTPResponseHead.lastChunk) }
      exchange?.isResponseComplete = true
    case .failed?:
      exchange?.isCut = true
      exchange?.isResponseComplete = true
    case nil: break
    }
    advance()
  }

  /// Adds the head of a response to the output, and its body if it is whole.
  func begin(_ response: HTTPResponse) {
    guard let exchange, exchange.status == nil else { return }
    let isHead = exchange.head?.request.method == "HEAD"
    let minorVersion = exchange.head?.minorVersion ?? 1
    let framing = framing(of: response, minorVersion: minorVersion)
    if case .untilClose = framing { closesAfterResponse = true }
    if context.isDraining || HTTPRequestHead.options(response.headers, "Connection").contains("close") {
      closesAfterResponse = true
    }
    let connection = closesAfterResponse ? "close" : minorVersion == 0 ? "keep-alive" : nil
    let head = HTTPResponseHead(
      status: response.status, headers: response.headers, framing: framing, connection: connection,
      date: context.date)
    enqueue(head.bytes)
    self.exchange?.status = response.status
    self.exchange?.headers = response.headers
    if case .chunked = framing { self.exchange?.isChunked = true }
    if case .none = framing {
      self.exchange?.isResponseComplete = true
    } else if isHead {
      self.exchange?.isResponseComplete = true
    } else if case .bytes(let bytes) = response.body {
      enqueue(bytes)
      self.exchange?.bodyBytes = bytes.count
      self.exchange?.isResponseComplete = true
    } else if exchange.channel == nil {
      // A streamed body without a task.
      self.exchange?.isCut = true
      self.exchange?.isResponseComplete = true
    }
  }

  private func framing(of response: HTTPResponse, minorVersion: Int) -> HTTPResponseHead.Framing {
    if response.status < 200 || response.status == 204 || response.status == 304 { return .none }
    return switch response.body {
    case .bytes(let bytes): .length(bytes.count)
    case .stream: minorVersion > 0 ? .chunked : .untilClose
    }
  }

  /// Adds a part of a streamed body to the output.
  private func add(_ bytes: [UInt8]) {
    guard let exchange, exchange.status != nil, !exchange.isResponseComplete else { return }
    self.exchange?.bodyBytes += bytes.count
    enqueue(exchange.isChunked ? HTTPResponseHead.chunk(bytes) : bytes)
  }
}
