import SwiftletJSON
import SwiftletServer
import Testing

/// The small routes of llama.cpp's server, and the description of all routes.
@Suite struct LlamaRouteTests {
  @Test func slotsAreThePlacesOfAnswers() async throws {
    let server = TestServer.empty { $0.parallelAnswers = 3 }
    let slots = try await server.send("GET", "/slots")
    #expect(slots.json.elements?.count == 3 && slots["2.id"]?.count == 2 && slots["0.is_processing"] == false)
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func propertiesHaveContextAndTemplateAndNoPaths() async throws {
    let server = try TestServer.make()
    let response = try await server.send("GET", "/props")
    #expect(response.status == 200 && response["total_slots"]?.count == 4)
    #expect(response["default_generation_settings.n_ctx"]?.count ?? 0 > 0)
    #expect(response["chat_template"]?.string?.isEmpty == false && response["is_sleeping"]?.bool != nil)
    #expect(response["model_path"]?.string?.hasSuffix(".gguf") == true)
    #expect(response["model_path"]?.string?.contains("/") == false)
  }

  @Test func everyRouteOfTheDescriptionExists() async throws {
    let server = TestServer.empty()
    let description = try await server.send("GET", "/openapi.json")
    #expect(description.status == 200)
    for member in description["paths"]?.members ?? [] {
      for method in member.value.members ?? [] {
        let path = member.name.replacing(/\{[^}]+\}/, with: "x")
        let response = try await server.send(method.name.uppercased(), path, "[]")
        #expect(response.status != 405, "\(method.name) \(member.name)")
        // What is not found at a known path is a parameter.
        let isUnknownPath =
          response.status == 404 && response["error.type"] == "not_found_error"
          && response["error.param"]?.string == nil
        #expect(!isUnknownPath, "\(method.name) \(member.name)")
      }
    }
  }
}
