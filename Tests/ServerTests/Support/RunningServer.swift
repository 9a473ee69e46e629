import Foundation
import Swiftlet
import SwiftletServer
import SwiftletWeights
import Testing

/// A server of the default model on a socket, with models of this package's own client.
enum RunningServer {
  private static let timeout = Duration.seconds(3600)

  static func with(
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
}
