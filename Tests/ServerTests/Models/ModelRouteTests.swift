import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import SwiftletWeights
import Testing

/// The routes that load and unload models, as on llama.cpp's server.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ModelRouteTests {
  private func post(_ server: ServerApplication, _ action: String, _ body: String) async throws -> TestResponse {
    try await server.send("POST", "/models/\(action)", body)
  }

  private func status(_ server: ServerApplication) async throws -> JSONValue? {
    try await server.send("GET", "/v1/models/a")["status.value"]
  }

  @Test func modelsAreLoadedAndUnloaded() async throws {
    try await ModelCopy.with { copy in
      let server = ServerApplication(models: [copy.served("a", aliases: ["b"])])
      #expect(try await status(server) == "unloaded")
      let loaded = try await post(server, "load", #"{"model": "b"}"#)
      #expect(loaded.status == 200 && loaded["success"] == true)
      #expect(try await status(server) == "loaded")
      // Both may be asked for twice.
      #expect(try await post(server, "load", #"{"model": "a"}"#)["success"] == true)
      for _ in 0..<2 { #expect(try await post(server, "unload", #"{"model": "a"}"#)["success"] == true) }
      #expect(try await status(server) == "unloaded")
    }
  }

  @Test func aModelInUseIsNotUnloaded() async throws {
    try await ModelCopy.with { copy in
      let model = copy.served("a")
      let server = ServerApplication(models: [model])
      let (began, gate) = (AnswerQueue(), AnswerQueue())
      let use = Task {
        try await server.services.models.use(model) { _ in
          began.finish(.success(()))
          _ = try await gate.next()
        }
      }
      _ = try await began.next()
      let refused = try await post(server, "unload", #"{"model": "a"}"#)
      #expect(refused.status == 409 && refused["error.code"] == "model_in_use")
      #expect(try await status(server) == "loaded")
      gate.finish(.success(()))
      try await use.value
      #expect(try await post(server, "unload", #"{"model": "a"}"#).status == 200)
      #expect(try await status(server) == "unloaded")
    }
  }

  @Test(arguments: ["load", "unload"]) func unknownModelsAreNotFound(action: String) async throws {
    let server = TestServer.empty()
    let unknown = try await post(server, action, #"{"model": "x"}"#)
    #expect(unknown.status == 404 && unknown["error.code"] == "model_not_found")
    let none = try await post(server, action, "{}")
    #expect(none.status == 400 && none["error.param"] == "model")
  }
}
