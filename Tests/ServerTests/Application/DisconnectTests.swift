import Swiftlet
import SwiftletServer
import SwiftletWeights
import Testing

/// Many clients that leave, of a model with a draft model; without sockets, whose ends come as the same cancellation.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct DisconnectTests {
  @Test("line 30: after 200 clients that left in the middle of drafted answers, all is idle")
  func nothingIsLeftBehind() async throws {
    try await ModelCopy.with { copy in
      let model = try GGUFLanguageModel(contentsOf: copy.url, draft: copy.url, packedCache: .off)
      var configuration = ServerConfiguration()
      configuration.parallelAnswers = 4
      let server = ServerApplication(models: [ServedModel(name: "tiny", model: model)], configuration: configuration)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<4 {
          group.addTask {
            for turn in 0..<50 { try await leave(server, afterWrites: (client + 3 * turn) % 8) }
          }
        }
        try await group.waitForAll()
      }
      while server.services.queue.counts != .init() { try await Task.sleep(for: .milliseconds(1)) }
      while model.statistics.activeRequests + model.statistics.waitingRequests > 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
      let after = try await server.chat("Once upon a time", #""max_tokens": 4, "ignore_eos": true"#)
      #expect(after["usage.completion_tokens"]?.count == 4)
      // Most of them: one that is paused for long may find its answer at the end.
      let values = server.services.metrics.values
      #expect(values.cancelled > 100, "\(values.requests)")
      #expect(model.statistics.draftModelTokens > 0)
      // Without users, all pages that are in use are those of the prefix cache, which unloading frees.
      model.unload()
      while model.isLoaded { try await Task.sleep(for: .milliseconds(1)) }
      #expect(model.statistics.usedPages == 0)
    }
  }

  /// Starts a stream, and leaves once it has written a number of times.
  private func leave(_ server: ServerApplication, afterWrites count: Int) async throws {
    let body = #"{"messages": [{"role": "user", "content": "Go \#(count)"}], "stream": true, "ignore_eos": true}"#
    let request = HTTPRequest(method: "POST", path: "/v1/chat/completions", body: Array(body.utf8))
    let collector = BodyCollector(blockingAfter: count)
    let end = Counter()
    let client = Task {
      defer { end.add() }
      guard case .stream(let write) = await server.respond(to: request).body else { return }
      try await write(collector)
    }
    while collector.writes.count < count, end.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
    client.cancel()
    _ = await client.result
  }
}
