import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import Testing

/// Embeddings without a model.
@Suite struct EmbeddingFormTests {
  @Test func base64HasTheNumbersAsLittleEndianBytes() {
    #expect(Embedding([1, -2]).base64 == "AACAPwAAAMA=")
    let answer = EmbeddingAnswer(
      EmbeddedTexts(embeddings: [Embedding([0.5])], tokenCount: 3), model: "m", isBase64: false)
    #expect(
      JSONWriter.text(answer.json)
        == #"{"object":"list","model":"m","data":[{"object":"embedding","index":0,"embedding":[0.5]}],"#
        + #""usage":{"prompt_tokens":3,"total_tokens":3}}"#)
  }

  @Test func inputsThatAreNoTextsAreErrors() async throws {
    let server = TestServer.empty()
    for (input, member) in [
      (#""""#, "input"), ("[]", "input"), ("3", "input"), (#"["a", ""]"#, "input.1"), ("[[1], []]", "input.1"),
      (#"["a", 1]"#, "input.1"), ("null", "input"),
    ] {
      let response = try await server.send("POST", "/v1/embeddings", #"{"input": \#(input)}"#)
      #expect(response.status == 400 && response["error.param"] == .string(member), "\(input)")
    }
    let many = JSONWriter.text(.array(Array(repeating: "a", count: 2049)))
    let response = try await server.send("POST", "/v1/embeddings", #"{"input": \#(many)}"#)
    #expect(response.status == 400 && response["error.param"] == "input")
  }
}

/// Embeddings of the default model, without sockets.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct EmbeddingTests {
  private func vector(_ value: JSONValue?) -> [Double] {
    (value?.elements ?? []).compactMap { if case .number(let text) = $0 { Double(text) } else { nil } }
  }

  @Test func embeddingsComeInTheOrderOfTheTextsAndInBothEncodings() async throws {
    let server = try TestServer.embedding()
    let both = try await server.send("POST", "/v1/embeddings", #"{"input": ["The dog runs.", "Rates rise."]}"#)
    let one = try await server.send("POST", "/v1/embeddings", #"{"input": "Rates rise."}"#)
    #expect(both.status == 200 && both["data"]?.elements?.count == 2 && both["data.1.index"]?.count == 1)
    #expect(both["data.1.embedding"] == one["data.0.embedding"] && both["model"] == "tiny")
    #expect(both["usage.prompt_tokens"]?.count ?? 0 > one["usage.prompt_tokens"]?.count ?? 0)
    let encoded = try await server.send(
      "POST", "/v1/embeddings", #"{"input": "Rates rise.", "encoding_format": "base64"}"#)
    let data = try #require(encoded["data.0.embedding"]?.string.flatMap { Data(base64Encoded: $0) })
    #expect(data.count == 4 * vector(one["data.0.embedding"]).count)
  }

  @Test func dimensionsCutAndNormalize() async throws {
    let server = try TestServer.embedding()
    let cut = try await server.send("POST", "/v1/embeddings", #"{"input": "The dog runs.", "dimensions": 8}"#)
    let numbers = vector(cut["data.0.embedding"])
    let length = numbers.reduce(0) { $0 + $1 * $1 }
    #expect(numbers.count == 8 && abs(length - 1) < 1e-5)
    let large = try await server.send("POST", "/v1/embeddings", #"{"input": "a", "dimensions": 999999}"#)
    #expect(large.status == 400 && large["error.param"] == "dimensions")
  }

  @Test func tokensOfATextHaveItsEmbedding() async throws {
    let server = try TestServer.embedding()
    let tokens = try await server.send("POST", "/tokenize", #"{"content": "The dog runs.", "add_special": true}"#)
    let ids = JSONWriter.text(tokens["tokens"] ?? .null)
    let text = try await server.send("POST", "/v1/embeddings", #"{"input": "The dog runs."}"#)
    for input in [ids, "[\(ids)]"] {
      let response = try await server.send("POST", "/v1/embeddings", #"{"input": \#(input)}"#)
      #expect(response["data.0.embedding"] == text["data.0.embedding"] && response.status == 200)
    }
    let wrong = try await server.send("POST", "/v1/embeddings", #"{"input": [[1], [99999999]]}"#)
    #expect(wrong.status == 400 && wrong["error.param"] == "input.1")
  }

  @Test func textsThatAreTooLongAreErrorsUnlessTheyMayBeCut() async throws {
    let server = try TestServer.embedding()
    let text = String(repeating: "word ", count: 6000)
    let response = try await server.send("POST", "/v1/embeddings", #"{"input": ["a", "\#(text)"]}"#)
    #expect(response.status == 400 && response["error.code"] == "context_length_exceeded")
    #expect(response["error.param"] == "input.1" && response["error.n_ctx"]?.count ?? 0 > 0)
    let cut = try await server.send("POST", "/api/embed", #"{"model": "tiny", "input": ["a", "\#(text)"]}"#)
    #expect(cut.status == 200 && cut["embeddings"]?.elements?.count == 2)
    let whole = try await server.send(
      "POST", "/api/embed", #"{"model": "tiny", "input": "\#(text)", "truncate": false}"#)
    #expect(whole.status == 400 && whole["error"]?.string != nil)
  }

  @Test func ollamasFormsHaveTheSameNumbers() async throws {
    let server = try TestServer.embedding()
    let openAI = try await server.send("POST", "/v1/embeddings", #"{"input": "The dog runs."}"#)
    let embed = try await server.send("POST", "/api/embed", #"{"model": "tiny", "input": "The dog runs."}"#)
    let old = try await server.send("POST", "/api/embeddings", #"{"model": "tiny", "prompt": "The dog runs."}"#)
    #expect(embed["embeddings.0"] == openAI["data.0.embedding"] && old["embedding"] == openAI["data.0.embedding"])
    #expect(embed["prompt_eval_count"] == openAI["usage.prompt_tokens"])
    let none = try await server.send("POST", "/api/embed", #"{"model": "tiny", "input": []}"#)
    #expect(none.status == 200 && none["embeddings"]?.elements?.isEmpty == true)
  }

  @Test func aModelWithoutAPoolingSaysSo() async throws {
    let server = try TestServer.make()
    let response = try await server.send("POST", "/v1/embeddings", #"{"input": "a"}"#)
    #expect(response.status == 400 && response["error.code"] == "unsupported_value")
    #expect(response["error.param"] == "model")
    let chat = try await server.chat("Hi", #""max_tokens": 1"#)
    #expect(chat.status == 200)
  }

  @Test func chatAndEmbeddingsOfAModelAreUnloadedTogether() async throws {
    let server = try TestServer.embedding(contextSize: 501)
    _ = try await server.send("POST", "/v1/embeddings", #"{"input": "a"}"#)
    let loaded = try await server.send("GET", "/v1/models/tiny")
    #expect(loaded["status.value"] == "loaded")
    _ = try await server.send("POST", "/api/generate", #"{"model": "tiny", "keep_alive": 0}"#)
    let unloaded = try await server.send("GET", "/v1/models/tiny")
    #expect(unloaded["status.value"] == "unloaded")
  }
}
