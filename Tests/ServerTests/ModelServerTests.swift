import Foundation
import Swiftlet
import SwiftletServer
import Testing

/// The whole way over sockets, with this package's own client.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ModelServerTests {
  @Test func aSessionOfAnotherProgramGetsTheAnswersOfTheModel() async throws {
    try await RunningServer.with { server, client in
      let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 20)
      let remote = LanguageModelSession(model: try client(nil))
      let answer = try await remote.respond(to: "Once upon a time", options: options)
      #expect(!answer.content.isEmpty && answer.usage.output.totalTokenCount <= 20)
      var last = ""
      let second = LanguageModelSession(model: try client(nil))
      for try await snapshot in second.streamResponse(to: "Once upon a time", options: options) {
        #expect(snapshot.content.hasPrefix(last))
        last = snapshot.content
      }
      #expect(last == answer.content)
      #expect(server.addresses == ["http://127.0.0.1:\(server.port ?? 0)"])
    }
  }

  @Test func aWrongKeyIsRefused() async throws {
    try await RunningServer.with({ $0.keys = ["secret"] }) { _, client in
      let options = GenerationOptions(maximumResponseTokens: 2)
      let session = LanguageModelSession(model: try client("wrong"))
      await #expect(throws: (any Error).self) { try await session.respond(to: "Hi", options: options) }
      let allowed = LanguageModelSession(model: try client("secret"))
      _ = try await allowed.respond(to: "Hi", options: options)
    }
  }

  /// Line 26, over a socket.
  @Test func aClientThatClosesItsConnectionEndsItsGeneration() async throws {
    try await RunningServer.with { server, client in
      let session = LanguageModelSession(model: try client(nil))
      let queue = server.application.services.queue
      let task = Task {
        for try await _ in session.streamResponse(to: "Tell me a story.") {}
      }
      while queue.counts.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
      task.cancel()
      _ = try? await task.value
      while queue.counts.running > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
  }
}
