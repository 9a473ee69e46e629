import Foundation
import Synchronization
import Testing

@testable import Swiftlet

@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["SWIFTLET_TEST_CONNECTIONS"] != nil,
    "Foundation's networking on Linux at times never ends a cancelled request; SWIFTLET_TEST_CONNECTIONS=1 tries it"),
  .timeLimit(.minutes(5)))
struct RemoteConnectionTests {
  typealias RemoteError = OpenAICompatibleLanguageModelError

  /// Asks a server that does what a script says, and returns the error.
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
          reason: "the content type is text/html, a page for a browser: Log in, "
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
    let error = await error({ $0.silenceTimeout = .milliseconds(150) }) { _, connection in
      if hasBegun {
        try connection.beginStream()
        try connection.sendPart("data: \(Chunk.text("Well"))\n\n")
      }
      #expect(connection.isClosedByPeer())
    }
    guard case LanguageModelError.timeout = error else {
      Issue.record("\(error)")
      return
    }
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

  @Test("32 sessions are answered at once")
  func manySessions() async throws {
    let arrived = Counter()
    let everyone = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { request, connection in
      // No one is answered before all have asked.
      if arrived.next() == 31 { for _ in 0..<32 { everyone.signal() } }
      guard everyone.wait(timeout: .now() + 30) == .success else { return }
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
