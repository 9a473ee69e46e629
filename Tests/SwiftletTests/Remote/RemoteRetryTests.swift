import Foundation
import SwiftletHTTP
import TestSupport
import Testing

@testable import Swiftlet

struct RemoteRetryTests {
  private typealias Retries = OpenAICompatibleLanguageModel.Options.Retries

  @Test("A busy server is asked again", arguments: [429, 503])
  func asksAgain(status: Int) async throws {
    let busy: ScriptedServer.Script = { _, connection in
      connection.isKeptAlive = true
      try connection.answer(#"{"error":{"message":"busy"}}"#, status: status)
    }
    let server = try ScriptedServer.answers(
      busy, { _, connection in try connection.answer("busy", status: status, fields: ["Retry-After": "0"]) }, busy,
      { _, connection in try connection.stream([Chunk.text("Yes."), Chunk.finish()]) })
    #expect(try await LanguageModelSession(model: server.model()).respond(to: "x").content == "Yes.")
    #expect(server.requests.count == 4 && Set(server.requests.map(\.body)).count == 1)
  }

  @Test("A server that stays busy is asked no more than the options say")
  func givesUp() async throws {
    let server = try ScriptedServer { try $1.answer(#"{"error":{"message":"busy"}}"#, status: 429) }
    let model = server.model { $0.retries.maximumCount = 3 }
    await #expect {
      try await LanguageModelSession(model: model).respond(to: "x")
    } throws: {
      if case LanguageModelError.rateLimited(let details) = $0 { details.resetDate == nil } else { false }
    }
    #expect(server.requests.count == 4)
  }

  @Test("A delay that is too long, or that cannot help, is not waited for")
  func doesNotWait() async throws {
    let later = try ScriptedServer { try $1.answer("busy", status: 429, fields: ["retry-after": "3000"]) }
    await #expect {
      try await LanguageModelSession(model: later.model()).respond(to: "x")
    } throws: {
      guard case LanguageModelError.rateLimited(let details) = $0, let date = details.resetDate else { return false }
      return 2000...3001 ~= date.timeIntervalSinceNow
    }
    let spent = try ScriptedServer { try $1.answer(#"{"error":{"code":"insufficient_quota"}}"#, status: 429) }
    await #expect {
      try await LanguageModelSession(model: spent.model()).respond(to: "x")
    } throws: {
      if case LanguageModelError.rateLimited(let details) = $0 { details.resetDate == nil } else { false }
    }
    let failing = try ScriptedServer { try $1.answer("no", status: 500) }
    await #expect(throws: OpenAICompatibleLanguageModelError.serverFailed(status: 500, reason: "no")) {
      try await LanguageModelSession(model: failing.model()).respond(to: "x")
    }
    #expect(later.requests.count == 1 && spent.requests.count == 1 && failing.requests.count == 1)
  }

  @Test("A request can be cancelled while it waits to be sent again")
  func cancellation() async throws {
    let asked = Gate()
    let server = try ScriptedServer { _, connection in
      try connection.answer("busy", status: 503, fields: ["Retry-After": "1200"])
      Task { await asked.open() }
    }
    // Longer than a busy machine keeps the task from being cancelled, and not so long that a fault looks like a hang.
    let model = server.model { $0.retries.maximumTime = .seconds(3000) }
    let task = Task { try await LanguageModelSession(model: model).respond(to: "x").content }
    await asked.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.count == 1)
  }

  @Test("Delays double up to the maximum, minus a jitter of up to a half")
  func delays() {
    var retries = Retries()
    retries.maximumCount = 100
    retries.maximumTime = .seconds(1000)
    func delay(_ count: Int, jitter: Double = 0) -> Duration? {
      retries.delay(after: count, elapsed: .zero, requested: nil, jitter: jitter)
    }
    #expect([0, 1, 2, 5, 6, 50].map { delay($0) } == [0.5, 1, 2, 16, 30, 30].map { .seconds($0) })
    #expect(delay(1, jitter: 1) == .seconds(0.5) && delay(1, jitter: 0.5) == .seconds(0.75))
    #expect(delay(100) == nil && Retries.none.delay(after: 0, elapsed: .zero, requested: .zero, jitter: 0) == nil)
    retries.maximumTime = .seconds(10)
    let requested = retries.delay(after: 0, elapsed: .seconds(2), requested: .seconds(8), jitter: 1)
    #expect(requested == .seconds(8))
    #expect(retries.delay(after: 0, elapsed: .seconds(2), requested: .seconds(8.1), jitter: 1) == nil)
    retries.initialDelay = .seconds(Int64.max)
    retries.maximumDelay = .seconds(Int64.max)
    #expect(retries.delay(after: 90, elapsed: .zero, requested: nil, jitter: 0) == nil)
    retries.initialDelay = .seconds(-1)
    #expect(delay(3) == .zero)
  }

  @Test(
    "What the server asks for is understood as seconds, milliseconds or a date",
    arguments: [
      (["retry-after": "7"], Duration.seconds(7)), (["retry-after": "1.5"], .seconds(1.5)),
      (["retry-after": "-3"], .zero),
      (["retry-after": "20", "retry-after-ms": "250"], .milliseconds(250)),
      (["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"], .seconds(37)),
      (["retry-after": "Sun, 06 Nov 1994 08:00:00 GMT"], .zero),
      (["retry-after": "1e300"], .seconds(31_536_000)), (["retry-after": "soon"], nil), (["retry-after": "nan"], nil),
      ([:], nil),
    ])
  func requestedDelay(fields: [String: String], expected: Duration?) {
    let now = Date(timeIntervalSince1970: 784_111_740)
    #expect(HTTPExchange.Head(status: 429, fields: fields).requestedDelay(now: now) == expected)
  }

  @Test(
    "Dates are those of the calendar",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
      ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400), ("Fri, 31 Dec 2038 12:00:00 GMT", 2_177_409_600),
    ])
  func dates(text: String, expected: Double) {
    #expect(Date(httpDate: text)?.timeIntervalSince1970 == expected)
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 0 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
  func noDates(text: String) {
    #expect(Date(httpDate: text) == nil)
  }
}
