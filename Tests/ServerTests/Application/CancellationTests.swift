import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import Testing

/// Clients that go away, and requests that wait, with the default model.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct CancellationTests {
  /// An answer of more events than may wait for a reader.
  private static let long = #""guided_regex": "([a-z]{1,9} ){200,}""#

  private func wait(_ server: ServerApplication, _ isReady: (GenerationQueue.Counts) -> Bool) async throws {
    while !isReady(server.services.queue.counts) { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// A stream that has been answered with a head, and is read by a task.
  private func startStream(_ server: ServerApplication, _ body: BodyCollector) async throws -> Task<Void, any Error> {
    let messages = #"[{"role": "user", "content": "Tell me a story."}]"#
    let response = await server.respond(
      to: HTTPRequest(
        method: "POST", path: "/v1/chat/completions",
        body: Array(#"{"messages": \#(messages), "stream": true, "n": 1, \#(Self.long)}"#.utf8)))
    #expect(response.status == 200)
    guard case .stream(let write) = response.body else {
      Issue.record("found no stream")
      return Task {}
    }
    return Task { try await write(body) }
  }

  /// Line 26.
  @Test func aClientThatLeavesEndsItsGeneration() async throws {
    let server = try TestServer.make { $0.parallelAnswers = 1 }
    let body = BodyCollector(blockingAfter: 2)
    let stream = try await startStream(server, body)
    while body.writes.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    stream.cancel()
    await #expect(throws: CancellationError.self) { try await stream.value }
    try await wait(server) { $0 == .init() }
    // Without a stream too.
    let whole = Task { try await server.chat("Tell me a story.", Self.long) }
    try await wait(server) { $0.running == 1 }
    whole.cancel()
    _ = try? await whole.value
    try await wait(server) { $0 == .init() }
  }

  /// A body that nobody reads is dropped with its response.
  @Test func aResponseThatIsDroppedEndsItsGeneration() async throws {
    let server = try TestServer.make { $0.parallelAnswers = 1 }
    do {
      let body = #"{"messages": [{"role": "user", "content": "Go"}], "stream": true, \#(Self.long)}"#
      let response = await server.respond(
        to: HTTPRequest(method: "POST", path: "/v1/chat/completions", body: Array(body.utf8)))
      #expect(response.status == 200)
    }
    try await wait(server) { $0 == .init() }
  }

  /// Lines 28 and 34.
  @Test func aFullQueueRefusesAndThoseWhoLeaveNeverRun() async throws {
    let server = try TestServer.make {
      $0.parallelAnswers = 1
      $0.maximumWaiting = 1
    }
    let body = BodyCollector(blockingAfter: 2)
    let running = try await startStream(server, body)
    let waiting = Task { try await server.chat("Second", #""max_tokens": 2"#) }
    try await wait(server) { $0.waiting == 1 }
    let refused = try await server.chat("Third", #""max_tokens": 2"#)
    #expect(refused.status == 429 && refused["error.code"] == "queue_full" && refused.headers["retry-after"] != nil)
    waiting.cancel()
    _ = try? await waiting.value
    try await wait(server) { $0.waiting == 0 }
    let values = server.services.metrics.values
    #expect(values.cancelled == 1 && values.promptTokens == 0)
    let counts = server.services.queue.counts
    #expect(counts == .init(running: 1, waiting: 0))
    running.cancel()
    _ = try? await running.value
    try await wait(server) { $0 == .init() }
    let after = try await server.chat("Fourth", #""max_tokens": 2"#)
    #expect(after.status == 200)
  }

  /// A stream that waits for its turn gets its head and comments meanwhile.
  @Test func aStreamThatWaitsIsKeptAliveByComments() async throws {
    let server = try TestServer.make {
      $0.parallelAnswers = 1
      $0.pingInterval = .milliseconds(20)
    }
    let first = try await startStream(server, BodyCollector(blockingAfter: 1))
    let body = BodyCollector()
    let second = try await startStream(server, body)
    while body.writes.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(body.text.hasPrefix(":\n\n:\n\n"))
    for stream in [first, second] {
      stream.cancel()
      _ = try? await stream.value
    }
    try await wait(server) { $0 == .init() }
  }

  /// A client may ask for rare comments, and gets a head after 15 seconds all the same.
  @Test func theHeadDoesNotWaitForTheCommentsOfTheClient() async throws {
    let clock = ManualClock()
    let server = try TestServer.make {
      $0.parallelAnswers = 1
      $0.clock = clock
    }
    let first = try await startStream(server, BodyCollector(blockingAfter: 1))
    try await wait(server) { $0.running == 1 }
    let body = #"{"messages": [{"role": "user", "content": "Go"}], "stream": true, "sse_ping_interval": 3600}"#
    let second = Task {
      await server.respond(to: HTTPRequest(method: "POST", path: "/v1/chat/completions", body: Array(body.utf8)))
    }
    // The time of the head, that of the queue, and that of the first stream's comments.
    try await wait(server) { $0.waiting == 1 }
    try await clock.waitForSleepers(3)
    clock.advance(by: .seconds(15))
    let response = await second.value
    #expect(response.status == 200 && server.services.queue.counts.waiting == 1)
    first.cancel()
    _ = try? await first.value
  }

  /// The end of the server reaches streams as an error within them.
  @Test func streamsEndWithAnErrorWhenTheServerEnds() async throws {
    let server = try TestServer.make()
    let body = BodyCollector()
    let stream = try await startStream(server, body)
    while body.writes.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
    server.drain()
    server.endAnswers()
    try await stream.value
    #expect(body.text.contains(#""code":"draining""#) && !body.text.contains("[DONE]"))
    try await wait(server) { $0 == .init() }
  }

  @Test func anAnswerThatTakesTooLongFails() async throws {
    let server = try TestServer.make { $0.answerTimeout = .milliseconds(1) }
    let response = try await server.chat("Tell me a story.", Self.long)
    #expect(response.status == 504 && response["error.code"] == "timeout")
  }
}
