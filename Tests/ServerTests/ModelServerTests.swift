import Foundation
import Swiftlet
import SwiftletServer
import SwiftletWeights
import Testing

/// The whole way over sockets, with this package's own client.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ModelServerTests {
  private let timeout = Duration.seconds(3600)

  private func withServer(
    _ change: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (ModelServer, (String?) throws -> OpenAICompatibleLanguageModel) async throws -> Void
  ) async throws {
    let model = try GGUFLanguageModel(contentsOf: try #require(DefaultModel.url), packedCache: .off)
    var configuration = ServerConfiguration()
    change(&configuration)
    // Server and clients share the threads of all tests that run at the time, some of which compute for minutes.
    var limits = HTTPServerLimits()
    (limits.headTimeout, limits.bodyGapTimeout, limits.bodyTimeout) = (timeout, timeout, timeout)
    (limits.idleTimeout, limits.writeTimeout) = (timeout, timeout)
    configuration.queueTimeout = timeout
    configuration.allowedHosts = []
    let server = try ModelServer(
      application: ServerApplication(
        models: [ServedModel(name: "tiny", model: model)], configuration: configuration),
      address: HTTPAddress(host: "127.0.0.1", port: 0), limits: limits)
    let run = Task { try await server.run() }
    let port = try #require(server.port)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/v1"))
    do {
      var options = OpenAICompatibleLanguageModel.Options()
      options.idleTimeout = timeout
      try await body(server) { [options] in
        OpenAICompatibleLanguageModel(baseURL: url, model: "tiny", apiKey: $0, options: options)
      }
    } catch {
      server.shutDown(drainTimeout: .zero)
      throw error
    }
    server.shutDown(drainTimeout: .zero)
    try await run.value
  }

  @Test func aSessionOfAnotherProgramGetsTheAnswersOfTheModel() async throws {
    try await withServer { server, client in
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
    try await withServer({ $0.keys = ["secret"] }) { _, client in
      let options = GenerationOptions(maximumResponseTokens: 2)
      let session = LanguageModelSession(model: try client("wrong"))
      await #expect(throws: (any Error).self) { try await session.respond(to: "Hi", options: options) }
      let allowed = LanguageModelSession(model: try client("secret"))
      _ = try await allowed.respond(to: "Hi", options: options)
    }
  }

  /// Line 26, over a socket.
  @Test func aClientThatClosesItsConnectionEndsItsGeneration() async throws {
    try await withServer { server, client in
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
