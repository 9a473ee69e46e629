import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Swiftlet

@Suite(.timeLimit(.minutes(60)))
struct RemoteConnectionTests {
  typealias RemoteError = OpenAICompatibleLanguageModelError

  /// Sends a request to a scripted server, and returns the error.
  private func error(
    _ change: (inout OpenAICompatibleLanguageModel.Options) -> Void = { _ in },
    _ script: @escaping ScriptedServer.Script
  ) async -> any Error {
    do {
      let server = try ScriptedServer(script)
      let response = try await LanguageModelSession(model: server.model(change)).respond(to: "x")
      Issue.record("answered \(response.content)")
      return CancellationError()
    } catch {
      return error
    }
  }

  @Test("A connection that breaks in the middle of an answer is an error, and the transcript is as before")
  func dropped() async throws {
    let whole = "data: \(Chunk.text("Well"))\n\ndata: \(Chunk.text(" then"))\n\n"
    let server = try ScriptedServer.answers(
      { _, connection in
        try connection.beginStream()
        try connection.send("ff\r\n" + whole.prefix(80))
      },
      { _, connection in
        try connection.beginStream()
        try connection.sendPart(whole)
      },
      { _, connection in
        // Ended as it should be, except that the answer is not.
        try connection.beginStream()
        try connection.sendPart(whole)
        try connection.endStream()
      },
      { _, connection in try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + whole) },
      { _, connection in try connection.stream([Chunk.text("Yes."), Chunk.finish()]) })
    let session = LanguageModelSession(model: server.model())
    for attempt in 0..<4 {
      await #expect("attempt \(attempt)") {
        try await session.respond(to: "x")
      } throws: {
        if case RemoteError.connectionLost = $0 { true } else { false }
      }
      #expect(session.transcript.isEmpty && !session.isResponding)
    }
    #expect(try await session.respond(to: "x").content == "Yes.")
  }

  @Test("A server that is not there, or hangs up without a word, cannot be reached")
  func unreachable() async throws {
    let closed = await error { _, _ in }
    guard case RemoteError.unreachable = closed else {
      Issue.record("\(closed)")
      return
    }
    let url = try #require(URL(string: "http://127.0.0.1:1/v1"))
    await #expect {
      try await LanguageModelSession(model: OpenAICompatibleLanguageModel(baseURL: url, model: "m")).respond(to: "x")
    } throws: {
      if case RemoteError.unreachable = $0 { true } else { false }
    }
  }

  @Test("Answers of another type, and redirections, are not followed")
  func otherAnswers() async throws {
    let page = await error { try $1.answer("<!DOCTYPE html><title>Log in</title>", type: "text/html; charset=utf-8") }
    #expect(
      page as? RemoteError
        == .unexpectedAnswer(
          reason: "the content type is text/html, an HTML page: Log in, "
            + "expected text/event-stream or application/json"))
    let empty = await error { _, connection in try connection.send("HTTP/1.1 204 No Content\r\n\r\n") }
    guard case RemoteError.unexpectedAnswer = empty else {
      Issue.record("\(empty)")
      return
    }
    let other = try ScriptedServer.streaming(Chunk.text("x"), Chunk.finish())
    let address = other.url.appending(path: "chat/completions").absoluteString
    let redirection = await error { try $1.answer("", status: 307, fields: ["Location": address]) }
    guard case RemoteError.unexpectedAnswer = redirection else {
      Issue.record("\(redirection)")
      return
    }
    #expect(other.requests.isEmpty)
  }

  @Test("A server may not be silent for long, neither before nor during an answer", arguments: [false, true])
  func silence(hasBegun: Bool) async {
    let wasClosed = Mutex(false)
    let error = await error({ $0.idleTimeout = .milliseconds(150) }) { _, connection in
      if hasBegun {
        try connection.beginStream()
        try connection.sendPart("data: \(Chunk.text("Well"))\n\n")
      }
      let isClosed = connection.isClosedByPeer()
      wasClosed.withLock { $0 = isClosed }
    }
    guard case LanguageModelError.timeout = error else {
      Issue.record("\(error)")
      return
    }
    #expect(await eventually { wasClosed.withLock { $0 } })
  }

  @Test("A server that goes on and on is stopped when the time for all is up")
  func endless() async {
    let error = await error({ $0.totalTimeout = .milliseconds(300) }) { _, connection in
      try connection.beginStream()
      while true {
        try connection.sendPart(": still here\n\n")
        usleep(20_000)
      }
    }
    guard case LanguageModelError.timeout = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Cancelling closes the connection, before an answer and during one", arguments: [false, true])
  func cancellation(hasBegun: Bool) async throws {
    let arrived = Gate()
    let wasClosed = Mutex<Bool?>(nil)
    let server = try ScriptedServer { _, connection in
      if hasBegun {
        try connection.beginStream()
        try connection.sendPart("data: \(Chunk.text("Well"))\n\n")
      }
      Task { await arrived.open() }
      let isClosed = connection.isClosedByPeer()
      wasClosed.withLock { $0 = isClosed }
    }
    let session = LanguageModelSession(model: server.model())
    let task = Task { try await session.respond(to: "x").content }
    await arrived.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await eventually { wasClosed.withLock { $0 } == true })
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  @Test("An answer that nobody reads any more is stopped at the server")
  func abandoned() async throws {
    let wasClosed = Mutex(false)
    let server = try ScriptedServer { _, connection in
      try connection.beginStream()
      try connection.sendPart("data: \(Chunk.text("Well"))\n\n")
      let isClosed = connection.isClosedByPeer()
      wasClosed.withLock { $0 = isClosed }
    }
    let session = LanguageModelSession(model: server.model())
    for try await snapshot in session.streamResponse(to: "x") {
      #expect(snapshot.content == "Well")
      break
    }
    #expect(await eventually { wasClosed.withLock { $0 } })
  }

  @Test("A server that keeps connections is asked many times, one after the other")
  func manyRequests() async throws {
    let server = try ScriptedServer { request, connection in
      connection.isKeptAlive = request.fields["connection"]?.lowercased() != "close"
      try connection.stream([Chunk.text("Yes."), Chunk.finish()])
    }
    let model = server.model()
    for _ in 0..<200 { #expect(try await LanguageModelSession(model: model).respond(to: "x").content == "Yes.") }
    #expect(server.requests.count == 200)
  }

  @Test("Requests that are cancelled at any stage close their connections and hold up no others")
  func cancelledAtAnyStage() async throws {
    let count = 300
    let closed = Counter()
    let server = try ScriptedServer { _, connection in
      defer { if connection.isClosedByPeer() { _ = closed.next() } }
      usleep(.random(in: 0...2000))
      try connection.beginStream()
      for word in ["One", " two", " three."] {
        try connection.sendPart("data: \(Chunk.text(word))\n\n")
        usleep(.random(in: 0...1000))
      }
      try connection.sendPart("data: \(Chunk.finish())\n\ndata: [DONE]\n\n")
      try connection.endStream()
    }
    let model = server.model()
    @Sendable func ask(_ number: Int) async throws {
      let task = Task { try await LanguageModelSession(model: model).respond(to: "x").content }
      if number.isMultiple(of: 2) {
        #expect(try await task.value == "One two three.")
      } else {
        try await Task.sleep(for: .microseconds(.random(in: 0...6000)))
        task.cancel()
        // Some are quicker.
        if case .failure(let error) = await task.result { #expect(error is CancellationError) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        if number >= 8 { try await group.next() }
        group.addTask { try await ask(number) }
      }
      try await group.waitForAll()
    }
    #expect(await eventually { closed.count == server.requests.count })
    #expect(count / 2...count ~= server.requests.count)
  }

  @Test("A server may answer, and hang up, before it has read all that it is asked")
  func earlyAnswer() async throws {
    let server = try ScriptedServer(readsBodies: false) { try $1.answer(#"{"detail":"too much"}"#, status: 413) }
    let prompt = String(repeating: "word ", count: 2_000_000)
    await #expect(throws: RemoteError.rejected(status: 413, reason: "too much")) {
      try await LanguageModelSession(model: server.model()).respond(to: prompt)
    }
  }

  @Test("A server is found by its name")
  func name() async throws {
    let server = try ScriptedServer.streaming(Chunk.text("Yes."), Chunk.finish())
    let url = try #require(URL(string: "http://localhost:\(server.port)/v1"))
    let model = OpenAICompatibleLanguageModel(baseURL: url, model: "m")
    #expect(try await LanguageModelSession(model: model).respond(to: "x").content == "Yes.")
    #expect(server.requests.first?.fields["host"] == "localhost:\(server.port)")
  }

  @Test("What is no name has no address, and says so")
  func noName() async throws {
    // Longer than the maximum length of a name, so that no lookup is sent.
    let url = try #require(URL(string: "http://\(String(repeating: "x", count: 300))/v1"))
    let model = OpenAICompatibleLanguageModel(baseURL: url, model: "m")
    await #expect {
      try await LanguageModelSession(model: model).respond(to: "x")
    } throws: {
      if case RemoteError.unreachable(let reason) = $0 { reason.hasPrefix("xxx") } else { false }
    }
  }

  @Test("What is no answer of the protocol is an unexpected one")
  func otherProtocol() async {
    let error = await error { try $1.send("SSH-2.0-Server\r\n") }
    guard case RemoteError.unexpectedAnswer = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("32 sessions are answered at once")
  func manySessions() async throws {
    let arrived = Counter()
    let everyone = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { request, connection in
      // No response is sent before all requests have arrived.
      if arrived.next() == 31 { for _ in 0..<32 { everyone.signal() } }
      guard everyone.wait(timeout: .now() + 900) == .success else { return }
      let prompt = try GeneratedContent(json: request.body).member("messages")?.asElements?.last?.member("content")?
        .asText
      try connection.stream([Chunk.text("You said "), Chunk.text(prompt ?? "nothing"), Chunk.finish()], pieces: 16)
    }
    let model = server.model()
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<32 {
        group.addTask { try await LanguageModelSession(model: model).respond(to: "\(number)").content }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == Set((0..<32).map { "You said \($0)" }))
  }
}
