import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import TestSupport
import Testing

/// The order of documents by models that read them together with the query.
@Suite struct RerankerTests {
  private func server(contextSize: Int? = nil) throws -> ServerApplication {
    let url = URL(filePath: TestFiles.fixture("rerankers/bert.gguf"))
    let model = try GGUFLanguageModel(contentsOf: url, packedCache: .off)
    var served = ServedModel(name: "ranker", model: model)
    served.makeEmbedder = {
      try await EmbeddingModel(contentsOf: url, contextSize: contextSize, threads: 1, packedCache: .off)
    }
    return ServerApplication(models: [served], configuration: ServerConfiguration())
  }

  private func number(_ value: JSONValue?) -> Double? {
    if case .number(let text)? = value { Double(text) } else { nil }
  }

  /// The scores are those of `Tests/Fixtures/rerankers`: −1.327 and −1.371.
  @Test func scoresAreThoseOfTheModel() async throws {
    let server = try server()
    let documents = #"["unknowable things", "The fox runs, and the quick fox knows."]"#
    let found = try await server.send("POST", "/v1/rerank", #"{"query": "the fox", "documents": \#(documents)}"#)
    #expect(found.status == 200 && found["results.0.index"]?.count == 1)
    let best = try #require(number(found["results.0.relevance_score"]))
    #expect(abs(best - 1 / (1 + exp(1.327))) < 0.01, "\(best)")
    #expect(try #require(found["usage.prompt_tokens"]?.count) > 20)
    let raw = try await server.send(
      "POST", "/rerank", #"{"query": "the fox", "texts": \#(documents), "raw_scores": true}"#)
    #expect(abs(try #require(number(raw["1.score"])) + 1.371) < 0.01, "\(raw)")
  }

  @Test func longTextsAreNamed() async throws {
    let server = try server(contextSize: 12)
    let long = String(repeating: "the ", count: 40)
    let document = try await server.send("POST", "/rerank", #"{"query": "fox", "documents": ["fox", "\#(long)"]}"#)
    #expect(document.status == 400 && document["error.param"] == "documents.1")
    let query = try await server.send("POST", "/rerank", #"{"query": "\#(long)", "documents": ["fox"]}"#)
    #expect(query.status == 400 && query["error.param"] == "query")
    let cut = try await server.send(
      "POST", "/rerank", #"{"query": "fox", "documents": ["\#(long)"], "truncate": true}"#)
    #expect(cut.status == 200 && cut["usage.prompt_tokens"]?.count == 12)
  }

  @Test func embeddingsAreRefused() async throws {
    let server = try server()
    let found = try await server.send("POST", "/v1/embeddings", #"{"input": "a fox"}"#)
    #expect(found.status == 400 && found["error.param"] == "model")
    let show = try await server.send("POST", "/api/show", #"{"model": "ranker"}"#)
    #expect(show["capabilities.0"] == "rerank")
  }
}
