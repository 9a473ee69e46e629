import SwiftletJSON
import SwiftletServer
import Testing

/// Answers whose clients leave in their middle, in the log and in the metrics.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct CancelledAnswerTests {
  @Test func theirTokensAreCounted() async throws {
    let log = LogLines()
    let server = try TestServer.make {
      $0.log = { log.append($0) }
      $0.logFormat = .json
    }
    let body = #"{"messages": [{"role": "user", "content": "Go"}], "stream": true, "ignore_eos": true}"#
    let response = await server.respond(
      to: HTTPRequest(method: "POST", path: "/v1/chat/completions", body: Array(body.utf8)))
    guard case .stream(let write) = response.body else {
      Issue.record("found no stream")
      return
    }
    let collector = BodyCollector(blockingAfter: 3)
    let stream = Task { try await write(collector) }
    while collector.writes.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    stream.cancel()
    _ = try? await stream.value
    let line = try #require(log.lines.last)
    let record = try JSONValue.read(Array(line.utf8), options: .init())
    let count = try #require(record["output"]?.count)
    #expect(record["cancelled"] == true && count >= 2 && record["prompt"]?.count ?? 0 > 0)
    let values = server.services.metrics.values
    #expect(values.generatedTokens == count && values.cancelled == 1)
  }
}
