import Swiftlet
import SwiftletJSON
import SwiftletServer
import Synchronization
import Testing

/// Prompts that take long to read: a scripted answer, whose prompt is read when the test says so.
@Suite struct PrefillTests {
  /// An answer that has accepted its prompt, and waits to have read it.
  private final class SlowAnswer: Sendable {
    let isRead = AnswerQueue()
    let isCancelled = Mutex(false)

    func start() -> RunningAnswer {
      RunningAnswer { [self] events in
        events.append(.init(.accepted(promptTokens: 100_000)))
        do {
          try await isRead.waitUntilFinished()
        } catch {
          isCancelled.withLock { $0 = true }
          throw error
        }
        events.append(.init(.text("Hello")))
      }
    }
  }

  private func server(_ answer: SlowAnswer, _ clock: ManualClock) -> ServerApplication {
    var configuration = ServerConfiguration()
    configuration.clock = clock
    let route = Route("POST", "/slow") { routed in
      let running = answer.start()
      return try await HTTPResponse(streaming: running, for: routed) { writer in
        while let events = try await running.next() {
          for case .text(let text) in events.map({ $0.event }) { try await writer.write(Array(text.utf8)) }
        }
      }
    }
    return ServerApplication(models: [], configuration: configuration, routes: [route])
  }

  private func startStream(
    _ server: ServerApplication, _ body: BodyCollector
  ) async -> Task<Void, any Error> {
    let response = await server.respond(to: HTTPRequest(method: "POST", path: "/slow"))
    #expect(response.status == 200 && response.headers["X-Accel-Buffering"] == "no")
    guard case .stream(let write) = response.body else {
      Issue.record("found no stream")
      return Task {}
    }
    return Task { try await write(body) }
  }

  @Test("line 9: the head comes before the prompt is read, and a comment each 15 seconds meanwhile")
  func silenceIsBrokenWhileAPromptIsRead() async throws {
    let (answer, clock, body) = (SlowAnswer(), ManualClock(), BodyCollector())
    let stream = await startStream(server(answer, clock), body)
    for count in 1...3 {
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(15))
      while body.writes.count < count { try await Task.sleep(for: .milliseconds(1)) }
    }
    answer.isRead.finish(.success(()))
    try await stream.value
    #expect(body.text == ":\n\n:\n\n:\n\nHello")
  }

  @Test("line 27: a client that leaves ends the reading of its prompt")
  func aClientThatLeavesEndsThePrefill() async throws {
    let (answer, clock) = (SlowAnswer(), ManualClock())
    let stream = await startStream(server(answer, clock), BodyCollector())
    try await clock.waitForSleepers(1)
    stream.cancel()
    _ = try? await stream.value
    while !answer.isCancelled.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
  }
}

extension AnswerQueue {
  /// Waits for the end.
  fileprivate func waitUntilFinished() async throws {
    while try await next() != nil {}
  }
}
