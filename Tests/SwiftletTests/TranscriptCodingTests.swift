import Foundation
import Swiftlet
import Testing

struct TranscriptCodingTests {
  @Test func survivesEncodingAndDecoding() async throws {
    let session = LanguageModelSession(model: ScriptedModel("yes"), instructions: "Be brief.")
    let modes: [GenerationOptions.SamplingMode?] = [
      nil, .greedy, .random(top: 5, seed: 7), .random(probabilityThreshold: 0.5), .random(top: 3),
    ]
    for mode in modes {
      try await session.respond(
        to: "x", options: GenerationOptions(samplingMode: mode, temperature: 0.5, maximumResponseTokens: 9))
    }
    let data = try JSONEncoder().encode(session.transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == session.transcript)
  }

  @Test func hasTheEnvelopeAndKeysOfTheFramework() throws {
    let transcript = Transcript(entries: [
      .prompt(Transcript.Prompt(id: "P", segments: [.text(.init(id: "S", content: "Hi"))])),
      .response(Transcript.Response(id: "R", assetIDs: ["m"], segments: [.text(.init(id: "0", content: "Yo"))])),
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(
      String(decoding: try encoder.encode(transcript), as: UTF8.self) == """
        {"transcript":{"entries":[\
        {"contents":[{"id":"S","text":"Hi","type":"text"}],"id":"P","options":{},"role":"user"},\
        {"assets":["m"],"contents":[{"id":"0","text":"Yo","type":"text"}],"id":"R","role":"response"}]},\
        "type":"FoundationModels.Transcript","version":"1.1"}
        """)
  }

  @Test func readsTheVersionOfTheFirstRelease() throws {
    let json = #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[]}}"#
    #expect(try JSONDecoder().decode(Transcript.self, from: Data(json.utf8)).isEmpty)
  }

  @Test(
    arguments: [
      #"{"type":"Other","version":1,"transcript":{"entries":[]}}"#,
      #"{"type":"FoundationModels.Transcript","version":2,"transcript":{"entries":[]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"tool","id":"x"}]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":["#
        + #"{"role":"response","id":"x","contents":[],"toolCalls":[]}]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":["#
        + #"{"role":"response","id":"x","contents":[{"type":"structure","id":"y"}]}]}}"#,
    ])
  func anythingElseIsAnError(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Transcript.self, from: Data(json.utf8)) }
  }
}
