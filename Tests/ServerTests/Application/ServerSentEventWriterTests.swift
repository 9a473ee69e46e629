import SwiftletJSON
import SwiftletServer
import Testing

/// Server-sent events, and the comments in their silence.
@Suite struct ServerSentEventWriterTests {
  @Test func eventsAreOneLineOfData() {
    let text = ServerSentEventWriter.text(.members([("a", "x\ny")]), event: "part")
    #expect(String(decoding: text, as: UTF8.self) == "event: part\ndata: {\"a\":\"x\\ny\"}\n\n")
  }

  @Test func silenceIsBrokenByCommentsAndOnlySilence() async throws {
    let (clock, body, gate) = (ManualClock(), BodyCollector(), AnswerQueue())
    let writer = ServerSentEventWriter(body, interval: .seconds(15), clock: clock)
    let task = Task {
      try await writer.run {
        try await writer.write(Array("a".utf8))
        while let events = try await gate.next() {
          for case .text(let text) in events.map({ $0.event }) { try await writer.write(Array(text.utf8)) }
        }
      }
    }
    func wait(_ count: Int) async throws {
      while body.writes.count < count { try await Task.sleep(for: .milliseconds(1)) }
      try await clock.waitForSleepers(1)
    }
    try await wait(1)
    clock.advance(by: .seconds(10))
    gate.append(.init(.text("b")))
    try await wait(2)
    // The time of the silence begins again with what is written.
    clock.advance(by: .seconds(5))
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    try await wait(3)
    clock.advance(by: .seconds(15))
    try await wait(4)
    gate.finish(.success(()))
    try await task.value
    #expect(body.text == "ab:\n\n:\n\n")
  }

  @Test func anErrorOfTheBodyEndsTheComments() async throws {
    struct Stop: Error {}
    let writer = ServerSentEventWriter(BodyCollector(), interval: .seconds(15), clock: ManualClock())
    await #expect(throws: Stop.self) { try await writer.run { throw Stop() } }
  }
}
