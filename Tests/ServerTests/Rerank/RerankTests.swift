import SwiftletJSON
import SwiftletServer
import Testing

/// The order of documents.
@Suite struct RerankTests {
  private func request(_ text: String) throws -> RerankRequest {
    try RerankRequest(try JSONValue.read(Array(text.utf8), options: .init()))
  }

  @Test func resultsAreSortedAndLimited() throws {
    let jina = try request(
      #"{"query": "q", "documents": ["a", {"text": "b"}, "c"], "top_n": 2, "return_documents": true}"#)
    #expect(
      JSONWriter.text(jina.json(scores: [0.25, 0.5, 0.25], model: "m", tokenCount: 7))
        == #"{"model":"m","object":"list","usage":{"prompt_tokens":7,"total_tokens":7},"results":["#
        + #"{"index":1,"relevance_score":0.5,"document":{"text":"b"}},"#
        + #"{"index":0,"relevance_score":0.25,"document":{"text":"a"}}]}"#)
    let tei = try request(#"{"query": "q", "texts": ["a", "b"], "return_text": true}"#)
    #expect(
      JSONWriter.text(tei.json(scores: [0.25, 0.5], model: "m", tokenCount: 7))
        == #"[{"index":1,"score":0.5,"text":"b"},{"index":0,"score":0.25,"text":"a"}]"#)
  }

  @Test func whatIsMissingIsNamed() async throws {
    let server = TestServer.empty()
    for (body, member) in [
      (#"{"documents": ["a"]}"#, "query"), (#"{"query": "q"}"#, "documents"),
      (#"{"query": "q", "documents": ["a", 1]}"#, "documents.1"), (#"{"query": "q", "texts": [""]}"#, "texts.0"),
      (#"{"query": "q", "documents": ["a"], "top_n": 0}"#, "top_n"),
    ] {
      let response = try await server.send("POST", "/v1/rerank", body)
      #expect(response.status == 400 && response["error.param"] == .string(member), "\(body)")
    }
  }

  @Test(.enabled(if: TestServer.isAvailable, "needs the default model"))
  func theQueryItselfIsTheMostRelevantDocument() async throws {
    let server = try TestServer.embedding()
    let documents = #"["Rates rise again.", "The dog runs.", "A ship."]"#
    for path in ["/rerank", "/v1/rerank", "/reranking"] {
      let response = try await server.send(
        "POST", path, #"{"query": "The dog runs.", "documents": \#(documents)}"#)
      #expect(response.status == 200 && response["results.0.index"]?.count == 1)
      #expect(response["results"]?.elements?.count == 3)
    }
    let text = String(repeating: "word ", count: 6000)
    let long = try await server.send("POST", "/rerank", #"{"query": "\#(text)", "documents": ["a"]}"#)
    #expect(long.status == 400 && long["error.param"] == "query")
  }
}
