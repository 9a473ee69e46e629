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

  @Test func everyRouteIsDescribed() async throws {
    let description = try await TestServer.empty().send("GET", "/openapi.json")
    let described = Set(
      (description["paths"]?.members ?? []).flatMap { path in
        (path.value.members ?? []).map { method in
          method.name.uppercased() + " " + path.name.replacing(/\{[^}]+\}/, with: "*")
        }
      })
    for route in ServerApplication.routes {
      for path in route.paths {
        // A path is described with its version or without.
        let short = path.hasPrefix("/v1/") ? String(path.dropFirst(3)) : path
        let names = [path, short, "/v1" + short].map { "\(route.method) \($0)" }
        #expect(!described.isDisjoint(with: names), "\(names[0])")
      }
    }
  }

  @Test func pageAndOllamasAPIMayBeLeftOut() async throws {
    let (html, none): (HTTPHeaders, HTTPHeaders) = (["Accept": "text/html"], [:])
    for (hasPage, speaksOllama, page, sign, tags) in [
      (true, true, true, true, 200), (false, true, false, true, 200), (true, false, true, false, 404),
      (false, false, false, false, 404),
    ] {
      let server = TestServer.empty { ($0.hasPage, $0.speaksOllama) = (hasPage, speaksOllama) }
      let root = try await server.send("GET", "/", headers: html)
      #expect(root.body.hasPrefix("<!doctype html>") == page)
      let plain = try await server.send("GET", "/", headers: none)
      #expect((plain.body == "Ollama is running") == sign)
      #expect(root.status == (page || sign ? 200 : 404))
      let list = try await server.send("GET", "/api/tags")
      #expect(list.status == tags)
    }
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
