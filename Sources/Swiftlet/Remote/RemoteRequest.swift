import Foundation
import SwiftletHTTP
import SwiftletJSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a server for one step: its attempts, and the processing of the answer.
struct RemoteRequest: Sendable {
  let request: LanguageModelExecutorGenerationRequest
  let model: OpenAICompatibleLanguageModel
  let urlRequest: URLRequest
  let client: HTTPClient

  /// The maximum number of bytes that are read of an error response.
  private static let errorBodyLimit = 1 << 16

  /// Sends the request and forwards the answer.
  ///
  /// - Parameter channel: The channel that receives the answer's events.
  /// - Throws: ``HTTPFailure``, ``LanguageModelError``, ``OpenAICompatibleLanguageModelError``, or `CancellationError`.
  nonisolated(nonsending) func run(streamingInto channel: LanguageModelExecutorGenerationChannel) async throws {
    let start = ContinuousClock.now
    // Clocks cannot represent the largest durations.
    let year = Duration.seconds(31_536_000)
    let bounds = HTTPExchange.Bounds(
      idleTimeout: min(model.options.idleTimeout, year), deadline: start + min(model.options.totalTimeout, year),
      bytes: model.options.limits.answerBytes)
    var retries = 0
    while true {
      let exchange = client.send(urlRequest, within: bounds)
      // Closes the connection on every exit.
      defer { exchange.cancel() }
      let head = try await exchange.head()
      if head.status == 200 { return try await read(exchange, head, into: channel) }

      let serverError = try await readError(exchange, head)
      let requested = head.requestedDelay()
      let delay = model.options.retries.delay(
        after: retries, elapsed: .now - start, requested: requested, jitter: .random(in: 0...1))
      guard serverError.isTransient, let delay else { throw error(serverError, delay: requested) }
      retries += 1
      exchange.cancel()
      try await Task.sleep(for: delay)
    }
  }

  /// The caller's error for a server error.
  private func error(_ serverError: ServerError, delay: Duration? = nil) -> any Error {
    serverError.callerError(model: model.name, schema: request.schema, delay: delay, redacting: model.redact)
  }

  /// Reads an error response.
  private nonisolated(nonsending) func readError(
    _ exchange: HTTPExchange, _ head: HTTPExchange.Head
  ) async throws -> ServerError {
    if 200..<400 ~= head.status {
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(
        reason: "the status is \(head.status), expected 200; redirections are not followed")
    }
    var body = Data()
    do {
      while body.count < Self.errorBodyLimit, let bytes = try await exchange.bytes() { body += bytes }
    } catch is HTTPFailure {
      // The status suffices if the body is incomplete.
    }
    return ServerError(status: head.status, body: String(decoding: body.prefix(Self.errorBodyLimit), as: UTF8.self))
  }
}

// MARK: - Reading an answer

extension RemoteRequest {
  private nonisolated(nonsending) func read(
    _ exchange: HTTPExchange, _ head: HTTPExchange.Head, into channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var answer = ChatCompletionReader(
      following: request.transcript, maximumToolCalls: model.options.limits.toolCalls)
    switch head.contentType {
    case "text/event-stream": try await readStream(exchange, into: &answer, channel)
    case "application/json": try await readWhole(exchange, into: &answer, channel)
    default:
      let beginning = String(decoding: try await exchange.bytes() ?? Data(), as: UTF8.self)
      let title = beginning.isHTML ? ", an HTML page: \(beginning.htmlTitle ?? "without a title")" : ""
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(
        reason: "the content type is \(head.contentType.isEmpty ? "missing" : head.contentType.excerpt)"
          + "\(model.redact(title).excerpt), expected text/event-stream or application/json")
    }
    for event in try answer.lastEvents() { await channel.send(event) }
  }

  /// Reads a streamed answer.
  private nonisolated(nonsending) func readStream(
    _ exchange: HTTPExchange, into answer: inout ChatCompletionReader, _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var events = ServerSentEvents(maximumLength: model.options.limits.eventBytes)
    do {
      while let bytes = try await exchange.bytes() {
        for data in try events.append(bytes) where !data.allSatisfy(\.isWhitespace) {
          if data == "[DONE]" { return await exchange.drain() }
          try await take(data, into: &answer, channel)
        }
      }
    } catch HTTPFailure.lost where answer.finishReason != nil {
      // The answer is complete.
      return
    }
    if let data = events.finish(), data != "[DONE]", (try? JSONValue.read(data)) != nil {
      try await take(data, into: &answer, channel)
    }
    guard answer.finishReason != nil else {
      throw OpenAICompatibleLanguageModelError.connectionLost(reason: "the stream ended before the answer did")
    }
  }

  /// Reads a whole answer, from a server that does not stream.
  private nonisolated(nonsending) func readWhole(
    _ exchange: HTTPExchange, into answer: inout ChatCompletionReader, _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var body = Data()
    while let bytes = try await exchange.bytes() { body += bytes }
    try await take(String(decoding: body, as: UTF8.self), into: &answer, channel)
  }

  private nonisolated(nonsending) func take(
    _ json: String, into answer: inout ChatCompletionReader, _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let chunk: JSONValue
    do {
      chunk = try JSONValue.read(json)
    } catch {
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(
        reason: "\(error), in \(model.redact(json).excerpt)")
    }
    if let serverError = ServerError(chunk: chunk) { throw self.error(serverError) }
    let events: [LanguageModelExecutorGenerationChannel.Event]
    do {
      events = try answer.take(chunk)
    } catch {
      // Swift 6.2 cannot compile a pattern in the catch clause.
      guard case .unexpectedAnswer(let reason) = error else { throw error }
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(reason: model.redact(reason).excerpt)
    }
    for event in events { await channel.send(event) }
  }
}
