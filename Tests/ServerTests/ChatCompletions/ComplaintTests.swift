import Foundation
import Swiftlet
import SwiftletJSON
import SwiftletServer
import SwiftletWeights
import Testing

// What users of other servers complain about, by the numbers of the list that the tests follow.

/// Streams of text and of thoughts.
@Suite(.enabled(if: TestServer.isAvailable, "needs the default model"))
struct ComplaintTests {
  private func deltas(_ response: TestResponse, _ member: String = "content") -> [String] {
    response.events.compactMap { $0.member(at: "choices.0.delta.\(member)")?.string }.filter { !$0.isEmpty }
  }

  @Test("line 5: characters of several bytes are never cut", arguments: ["né😀日本", "👩‍👩‍👧‍👦 e\u{301} ¿"])
  func charactersAreWhole(text: String) async throws {
    let server = try TestServer.make()
    let encoded = JSONWriter.text(.string(text))
    // Forced tokens and sampled ones.
    for guide in [#""guided_choice": [\#(encoded)]"#, #""guided_choice": [\#(encoded), "né", "👩‍👩"]"#] {
      let whole = try await server.chat(text, guide + #", "seed": 3"#)
      let stream = try await server.chat(text, guide + #", "seed": 3, "stream": true"#)
      let expected = try #require(whole["choices.0.message.content"]?.string)
      #expect(deltas(stream).joined() == expected && !stream.body.contains("\u{FFFD}"))
      #expect(deltas(stream).allSatisfy { !$0.isEmpty })
    }
  }

  @Test("line 11: braces in text do not hold back a stream", arguments: ["{", "["])
  func bracesAreStreamed(text: String) async throws {
    let server = try TestServer.make()
    let members = #""logit_bias": [["\#(text)", 200]], "temperature": 0, "max_tokens": 6, "stream": true"#
    let stream = try await server.chat("Go", members)
    #expect(deltas(stream).count == 6 && Set(deltas(stream)) == [text])
  }

  @Test("line 20: thoughts are no content, whether they end or not")
  func thoughtsStayReasoning() async throws {
    let variant = try ModelVariant.thinking()
    let server = try variant.server()
    for seed in 1...4 {
      // A thought that the limit cuts off.
      let members = #""seed": \#(seed), "temperature": 1"#
      let cut = try await server.chat("Once upon a time", members + #", "max_tokens": 6"#)
      #expect(cut["choices.0.message.content"]?.string ?? "" == "" && cut["choices.0.finish_reason"] == "length")
      #expect(cut["choices.0.message.reasoning_content"]?.string?.isEmpty == false)
      // One that ends, and the answer after it.
      let ended = members + #", "max_tokens": 30, "reasoning_budget": 5"#
      let whole = try await server.chat("Once upon a time", ended)
      let content = try #require(whole["choices.0.message.content"]?.string)
      let stream = try await server.chat("Once upon a time", ended + #", "stream": true"#)
      #expect(deltas(stream).joined() == content)
      for text in [content, whole["choices.0.message.reasoning_content"]?.string ?? ""] {
        #expect(!text.contains("<think>") && !text.contains("</think>"))
      }
    }
  }

  @Test("line 32: requests at a time may each fill the context")
  func parallelRequestsHaveTheWholeContext() async throws {
    let size = 330
    let model = try GGUFLanguageModel(contentsOf: #require(DefaultModel.url), contextSize: size, packedCache: .off)
    var configuration = ServerConfiguration()
    configuration.parallelAnswers = 4
    let server = ServerApplication(models: [ServedModel(name: "tiny", model: model)], configuration: configuration)
    try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for index in 0..<4 {
        let prompt = Array(repeating: 40 + index, count: size - 8)
        group.addTask {
          try await server.send(
            "POST", "/completion", #"{"prompt": \#(prompt), "n_predict": 8, "ignore_eos": true}"#)
        }
      }
      for try await response in group {
        #expect(response.status == 200 && response["tokens_predicted"]?.count == 8, "\(response.body)")
        #expect(response["tokens_evaluated"]?.count == size - 8)
      }
    }
  }
}
