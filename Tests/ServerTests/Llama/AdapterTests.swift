import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import SwiftletWeights
import Testing

/// LoRA adapters of requests and of the server.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct AdapterTests {
  private func text(_ server: ServerApplication, _ members: String = "") async throws -> String {
    let body = #"{"prompt": "Once upon a time", "temperature": 0, "n_predict": 16\#(members)}"#
    return try #require(try await server.send("POST", "/completion", body)["content"]?.string)
  }

  @Test func scalesAreThoseOfTheRequestElseOfTheServer() async throws {
    let adapter = try AdapterFixture()
    let model = try GGUFLanguageModel(
      contentsOf: #require(DefaultModel.url), contextSize: 320, packedCache: .off, adapter: adapter.url)
    let server = ServerApplication(models: [ServedModel(name: "adapted", model: model)])
    let listed = try await server.send("GET", "/lora-adapters")
    #expect(listed["0.id"]?.count == 0 && listed["0.scale"]?.count ?? 1 == 1)
    #expect(listed["0.path"]?.string == adapter.url.lastPathComponent)
    let with = try await text(server)
    let without = try await text(server, #", "lora": []"#)
    #expect(with != without)
    let whole = try await text(server, #", "lora": [{"id": 0, "scale": 1}]"#)
    #expect(whole == with)
    let set = try await server.send("POST", "/lora-adapters", #"[{"id": 0, "scale": 0}]"#)
    #expect(set["success"] == true)
    let off = try await text(server)
    #expect(off == without)
    let asked = try await text(server, #", "lora": [{"id": 0, "scale": 1}]"#)
    #expect(asked == with)
  }

  @Test func aModelWithoutAnAdapterSaysSo() async throws {
    let server = try TestServer.make()
    let listed = try await server.send("GET", "/lora-adapters")
    #expect(listed.json.elements?.isEmpty == true)
    let refused = try await server.chat("Hi", #""max_tokens": 1, "lora": [{"id": 0, "scale": 1}]"#)
    #expect(refused.status == 400 && refused["error.param"] == "lora")
    let set = try await server.send("POST", "/lora-adapters", #"[{"id": 0, "scale": 1}]"#)
    #expect(set.status == 400)
    let ignored = try await server.chat("Hi", #""max_tokens": 1, "lora": [{"id": 0, "scale": 0}]"#)
    #expect(ignored.status == 200)
  }
}
