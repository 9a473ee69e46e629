import Foundation
import SwiftletJSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One step that a server is asked for: attempts until one is answered, and then the answer.
struct RemoteInquiry: Sendable {
  let request: LanguageModelExecutorGenerationRequest
  let model: OpenAICompatibleLanguageModel
  let urlRequest: URLRequest
  let client: HTTPClient

  /// The greatest length of an error's body, in bytes, that is read.
  private static let faultLength = 1 << 16

  /// Asks, and sends the answer on.
  ///
  /// - Parameter channel: Where the answer goes.
  /// - Throws: ``HTTPFailure``, ``LanguageModelError``, ``OpenAICompatibleLanguageModelError``, or `CancellationError`.
  nonisolated(nonsending) func run(streamingInto channel: LanguageModelExecutorGenerationChannel) async throws {
    let start = ContinuousClock.now
    // Clocks cannot wait for as long as durations can last.
    let year = Duration.seconds(31_536_000)
    let bounds = HTTPExchange.Bounds(
      silence: min(model.options.silenceTimeout, year), deadline: start + min(model.options.totalTimeout, year),
      bytes: model.options.limits.answerBytes)
    var retries = 0
    while true {
      let exchange = client.send(urlRequest, within: bounds)
      // Whatever becomes of the answer, its connection is not left open.
      defer { exchange.cancel() }
      let head = try await exchange.head()
      if head.status == 200 { return try await read(exchange, head, into: channel) }

      let fault = try await fault(exchange, head)
      let requested = head.requestedPause()
      let pause = model.options.retries.pause(
        after: retries, elapsed: .now - start, requested: requested, chance: .random(in: 0...1))
      guard fault.isPassing, let pause else { throw error(fault, pause: requested) }
      retries += 1
      exchange.cancel()
      try await Task.sleep(for: pause)
    }
  }

  /// The error for what a server says went wrong.
  private func error(_ fault: ServerFault, pause: Duration? = nil) -> any Error {
    fault.callersError(model: model.name, schema: request.schema, pause: pause, hiding: model.hide(in:))
  }

  /// Reads an answer that is none.
  private nonisolated(nonsending) func fault(
    _ exchange: HTTPExchange, _ head: HTTPExchange.Head
  ) async throws -> ServerFault {
    if 200..<400 ~= head.status {
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(
        reason: "the status is \(head.status), expected 200; redirections are not followed")
    }
    var body = Data()
    do {
      while body.count < Self.faultLength, let bytes = try await exchange.bytes() { body += bytes }
    } catch is HTTPFailure {
      // The status tells enough, even if the words break off.
    }
    return ServerFault(status: head.status, body: String(decoding: body.prefix(Self.faultLength), as: UTF8.self))
  }
}

// MARK: - Reading an answer

extension RemoteInquiry {
  private nonisolated(nonsending) func read(
    _ exchange: HTTPExchange, _ head: HTTPExchange.Head, into channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var answer = ChatAnswer(
      following: request.transcript, maximumToolCalls: model.options.limits.toolCalls)
    switch head.contentType {
    case "text/event-stream": try await readStream(exchange, into: &answer, channel)
    case "application/json": try await readWhole(exchange, into: &answer, channel)
    default:
      let beginning = String(decoding: try await exchange.bytes() ?? Data(), as: UTF8.self)
      let title = beginning.isPage ? ", a page for a browser: \(beginning.pageTitle ?? "without a title")" : ""
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(
        reason: "the content type is \(head.contentType.isEmpty ? "missing" : head.contentType.excerpt)"
          + "\(model.hide(in: title).excerpt), expected text/event-stream or application/json")
    }
    for event in try answer.lastEvents() { await channel.send(event) }
  }

  /// Reads an answer that comes event by event.
  private nonisolated(nonsending) func readStream(
    _ exchange: HTTPExchange, into answer: inout ChatAnswer, _ channel: LanguageModelExecutorGenerationChannel
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
      // All that the model said is there.
      return
    }
    if let data = events.finish(), data != "[DONE]", (try? JSONValue.read(data)) != nil {
      try await take(data, into: &answer, channel)
    }
    guard answer.finishReason != nil else {
      throw OpenAICompatibleLanguageModelError.connectionLost(reason: "the stream ended before the answer did")
    }
  }

  /// Reads an answer that comes as a whole, from a server that does not stream.
  private nonisolated(nonsending) func readWhole(
    _ exchange: HTTPExchange, into answer: inout ChatAnswer, _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    var body = Data()
    while let bytes = try await exchange.bytes() { body += bytes }
    try await take(String(decoding: body, as: UTF8.self), into: &answer, channel)
  }

  private nonisolated(nonsending) func take(
    _ json: String, into answer: inout ChatAnswer, _ channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let chunk: JSONValue
    do {
      chunk = try JSONValue.read(json)
    } catch {
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(
        reason: "\(error), in \(model.hide(in: json).excerpt)")
    }
    if let fault = ServerFault(chunk: chunk) { throw self.error(fault) }
    let events: [LanguageModelExecutorGenerationChannel.Event]
    do {
      events = try answer.take(chunk)
    } catch {
      // A pattern in the clause itself is more than Swift 6.2 can compile.
      guard case .unexpectedAnswer(let reason) = error else { throw error }
      throw OpenAICompatibleLanguageModelError.unexpectedAnswer(reason: model.hide(in: reason).excerpt)
    }
    for event in events { await channel.send(event) }
  }
}
