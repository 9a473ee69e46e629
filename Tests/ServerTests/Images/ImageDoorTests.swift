import Foundation
import SwiftletJSON
import SwiftletServer
import SwiftletWeights
import TestSupport
import Testing

/// Images in the requests of all protocols.
@Suite(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ImageDoorTests {
  @Test(arguments: ImageDoor.all) func usageCountsTheTokensOfImages(_ door: ImageDoor) async throws {
    let server = try ImageServer()
    let image = try ImageServer.base64()
    let plain = try await server.send("POST", door.path, door.body(nil))
    let first = try await server.send("POST", door.path, door.body(image))
    let second = try await server.send("POST", door.path, door.body(image))
    #expect(first.status == 200, "\(first.body)")
    let (text, both) = (try #require(door.tokens(plain)), try #require(door.tokens(first)))
    // The encoder has 16 rows a tile, and the picture at least one.
    #expect(both >= text + 16, "\(text), \(both)")
    #expect(door.tokens(second) == both)
    // All but the last token are in the cache, with the image among them.
    #expect(try #require(door.cached(second)) >= both - 1, "\(second.body)")
    guard let counter = door.counter else { return }
    let counted = try await server.send("POST", counter, door.body(image))
    #expect(counted["input_tokens"]?.count == both, "\(counted.body)")
  }

  @Test(arguments: ImageDoor.all) func damagedImagesAreErrorsOfTheRequest(_ door: ImageDoor) async throws {
    let server = try ImageServer()
    for image in ["####", Data("text".utf8).base64EncodedString(), try String(ImageServer.base64().prefix(400))] {
      let response = try await server.send("POST", door.path, door.body(image))
      #expect(response.status == 400, "\(image.prefix(20)): \(response.body)")
      #expect(response.body.contains("image"), "\(response.body)")
    }
  }

  @Test(arguments: ImageDoor.all) func modelsWithoutAProjectorRefuseImages(_ door: ImageDoor) async throws {
    let server = try TestServer.make()
    let response = try await server.send("POST", door.path, door.body(try ImageServer.base64()))
    #expect(response.status == 400 && response.body.contains("projector"), "\(response.body)")
  }

  @Test func clientsSeeThatAModelReadsImages() async throws {
    let (reading, plain) = (try ImageServer(), try TestServer.make())
    for expected in [true, false] {
      func send(_ method: String, _ path: String, _ body: String = "") async throws -> TestResponse {
        try await expected ? reading.send(method, path, body) : plain.send(method, path, body)
      }
      let properties = try await send("GET", "/props")
      #expect(properties["modalities.vision"] == .bool(expected))
      let inputs = try await send("GET", "/v1/models")["data.0.architecture.input_modalities"]
      #expect(inputs?.elements?.contains("image") == expected)
      let shown = try await send("POST", "/api/show", #"{"model": "tiny"}"#)
      #expect(shown["capabilities"]?.elements?.contains("vision") == expected)
      #expect(shown["details.families"]?.elements?.contains("clip") == expected)
    }
  }

  @Test func imagesOfToolResultsAreInThePrompt() async throws {
    let server = try ImageServer()
    let image = try ImageServer.base64()
    func count(_ content: String) async throws -> Int? {
      try await server.send(
        "POST", "/v1/messages/count_tokens",
        #"""
        {"messages": [{"role": "user", "content": "Look."},
          {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "look", "input": {}}]},
          {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": \#(content)}]}]}
        """#)["input_tokens"]?.count
    }
    let source = #"{"type": "base64", "media_type": "image/jpeg", "data": "\#(image)"}"#
    let text = #"{"type": "text", "text": "seen"}"#
    let plain = try #require(try await count("[\(text)]"))
    let shown = try #require(try await count(#"[{"type": "image", "source": \#(source)}, \#(text)]"#))
    #expect(shown >= plain + 16, "\(plain), \(shown)")
  }

  @Test func aContinuedResponseKeepsTheImagesOfEarlierOnes() async throws {
    let server = try ImageServer()
    let door = try #require(ImageDoor.all.first { $0.path == "/v1/responses" })
    let first = try await server.send("POST", door.path, door.body(try ImageServer.base64()))
    let id = try #require(first["id"]?.string)
    let second = try await server.send(
      "POST", door.path,
      #"{"previous_response_id": "\#(id)", "input": "And?", "max_output_tokens": 2, "temperature": 0}"#)
    #expect(second.status == 200, "\(second.body)")
    #expect(try #require(door.cached(second)) >= (try #require(door.tokens(first))) - 1, "\(second.body)")
  }

  @Test func aPromptOfTooManyImagesNamesItsTokens() async throws {
    let server = try ImageServer()
    let url = #"{"type": "image_url", "image_url": "data:;base64,\#(try ImageServer.base64())"}"#
    let parts = Array(repeating: url, count: 100).joined(separator: ", ")
    let response = try await server.send(
      "POST", "/v1/chat/completions", #"{"messages": [{"role": "user", "content": [\#(parts)]}]}"#)
    #expect(response.status == 400 && response["error.code"] == "context_length_exceeded", "\(response.body)")
    let (tokens, context) = (response["error.n_prompt_tokens"]?.count, response["error.n_ctx"]?.count)
    #expect(try #require(tokens) > (try #require(context)))
  }
}
