import Foundation
import Swiftlet
import Testing

struct TranscriptCodingTests {
  private func encoded(_ transcript: Transcript) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(transcript), as: UTF8.self)
  }

  private func decoded(_ json: String) throws -> Transcript {
    try JSONDecoder().decode(Transcript.self, from: Data(json.utf8))
  }

  private func envelope(_ entries: String) -> String {
    #"{"transcript":{"entries":[\#(entries)]},"type":"FoundationModels.Transcript","version":"1.1"}"#
  }

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

  @Test("10.1, 10.2, 10.9 The envelope and the keys of plain entries")
  func hasTheEnvelopeAndKeysOfTheFramework() throws {
    let transcript = Transcript(entries: [
      .prompt(Transcript.Prompt(id: "P", segments: [.text(.init(id: "S", content: "Hi"))])),
      .response(Transcript.Response(id: "R", assetIDs: ["m"], segments: [.text(.init(id: "0", content: "Yo"))])),
    ])
    #expect(
      try encoded(transcript)
        == envelope(
          #"{"contents":[{"id":"S","text":"Hi","type":"text"}],"id":"P","options":{},"role":"user"},"#
            + #"{"assets":["m"],"contents":[{"id":"0","text":"Yo","type":"text"}],"id":"R","role":"response"}"#))
  }

  @Test("10.3 Instructions list their tools as functions")
  func instructionsListTools() throws {
    let transcript = Transcript(entries: [
      .instructions(
        Transcript.Instructions(id: "I", segments: [], toolDefinitions: [Transcript.ToolDefinition(tool: Weather())]))
    ])
    let json = try encoded(transcript)
    #expect(json.contains(#""tools":[{"function":{"description":"Tells the weather of a city.","name":"Weather","#))
    #expect(json.contains(#""type":"function"}]"#) && json.contains(#""role":"instructions""#))
    #expect(try decoded(json) == transcript)
    #expect(
      !(try encoded(
        Transcript(entries: [
          .instructions(Transcript.Instructions(id: "I", segments: [], toolDefinitions: []))
        ])
      ).contains("tools")))
  }

  @Test("10.4, 10.5 Prompts write what is set and nothing else")
  func promptsWriteWhatIsSet() throws {
    let prompt = Transcript.Prompt(
      id: "P", metadata: ["n": 1, "who": "me"], segments: [],
      options: GenerationOptions(
        samplingMode: .random(top: 5, seed: 7), temperature: 0.5, maximumResponseTokens: 9,
        toolCallingMode: .disallowed),
      responseFormat: Transcript.ResponseFormat(type: Person.self),
      contextOptions: ContextOptions(includeSchemaInPrompt: true, reasoningLevel: .light))
    let json = try encoded(Transcript(entries: [.prompt(prompt)]))
    for part in [
      #""contextOptions":{"includeSchemaInPrompt":true,"reasoningLevel":"light"}"#, #""metadata":{"n":1,"who":"me"}"#,
      #""options":{"maximumResponseTokens":9,"randomSeed":7,"temperature":0.5,"toolCallingMode":"disallowed","topK":5}"#,
      #""responseFormat":{"jsonSchema":{"name":"Person","schema":{"#, #""type":"jsonSchema"}"#,
    ] { #expect(json.contains(part), "\(json)") }
    #expect(try decoded(json) == Transcript(entries: [.prompt(prompt)]))
    for level in [ContextOptions.ReasoningLevel.moderate, .deep, .custom("most")] {
      let transcript = Transcript(entries: [
        .prompt(Transcript.Prompt(segments: [], contextOptions: ContextOptions(reasoningLevel: level)))
      ])
      #expect(try decoded(try encoded(transcript)) == transcript)
    }
  }

  @Test("10.6, 10.8 Calls and outputs of tools")
  func callsAndOutputs() throws {
    let arguments = try GeneratedContent(json: #"{"z": 1, "a": [true, null]}"#)
    let transcript = Transcript(entries: [
      .toolCalls(Transcript.ToolCalls(id: "T", [Transcript.ToolCall(id: "c", toolName: "f", arguments: arguments)])),
      .toolOutput(Transcript.ToolOutput(id: "c", toolName: "f", segments: [.text(.init(id: "s", content: "o"))])),
    ])
    let json = try encoded(transcript)
    #expect(
      json
        == envelope(
          #"{"id":"T","role":"response","toolCalls":[{"arguments":"{\"z\": 1, \"a\": [true, null]}","id":"c","name":"f"}]},"#
            + #"{"contents":[{"id":"s","text":"o","type":"text"}],"id":"c","role":"tool","toolCallID":"c","toolName":"f"}"#
        ))
    #expect(try decoded(json) == transcript)
  }

  @Test("10.7, 10.9, 10.10 Structures keep the order of their keys, thoughts their signatures")
  func structuresAndThoughts() throws {
    let content = try GeneratedContent(json: #"{"z": 1.5, "a": {"y": "t", "b": []}, "m": 12345678901234567890}"#)
    let transcript = Transcript(entries: [
      .reasoning(
        Transcript.Reasoning(
          id: "t", metadata: ["k": 1], segments: [.text(.init(id: "s", content: "Hm"))], signature: Data([0, 255]))),
      .response(
        Transcript.Response(
          id: "r", metadata: ["tokens": [1, 2]],
          segments: [.structure(.init(id: "s", schemaName: "Thing", content: content))])),
    ])
    let json = try encoded(transcript)
    #expect(json.contains(#""role":"reasoning","signature":"AP8=""#))
    #expect(json.contains(#""source":"Thing""#) && json.contains(#""metadata":{"tokens":[1,2]}"#))
    let back = try decoded(json)
    #expect(back == transcript)
    #expect(back[1].segments[0].description == content.jsonString)
  }

  @Test("10.10, 9.6 What a session made survives, though values are equal only with their identities")
  func whatASessionMade() async throws {
    let model = ScriptedModel.steps(
      ScriptedModel.call(("a", "Weather", #"{"city": "Oslo"}"#), ("b", "mayor_of", #"{"city": "Rome"}"#)),
      { request, channel in
        await channel.send(.reasoning(action: .appendText("hm", tokenCount: 1)))
        try await ScriptedModel.say(#"{"name": "A", "#, #""age": 1}"#)(request, channel)
      })
    let session = LanguageModelSession(model: model, tools: [Weather(), Mayor()], instructions: "Be brief.")
    try await session.respond(to: "x", generating: Person.self)
    let back = try decoded(try encoded(session.transcript))
    #expect(
      back.kinds == ["instructions", "prompt", "toolCalls", "toolOutput", "toolOutput", "reasoning", "response"])
    #expect(back.map(\.description) == session.transcript.map(\.description))
    #expect(Array(back.dropLast()) == Array(session.transcript.dropLast()) && back.last != session.transcript.last)
    #expect(try encoded(back) == encoded(session.transcript))
  }

  @Test("Transcripts of Apple's first release can be read")
  func readsTheFirstRelease() throws {
    let json = #"""
      {"type": "FoundationModels.Transcript", "version": 1, "transcript": {"entries": [
        {"role": "instructions", "id": "1", "contents": [{"type": "text", "id": "a", "text": "Be brief."}],
         "tools": [{"type": "function", "function": {"name": "f", "description": "d", "parameters": {
           "type": "object", "title": "A", "properties": {"x": {"type": "integer"}}, "required": ["x"],
           "additionalProperties": false, "x-order": ["x"]}}}]},
        {"role": "user", "id": "2", "contents": [{"type": "text", "id": "b", "text": "Hi"}], "options": {"temperature": 1}},
        {"role": "response", "id": "3", "toolCalls": [{"id": "c", "name": "f", "arguments": "{\"x\": 3}"}]},
        {"role": "tool", "id": "c", "toolCallID": "c", "toolName": "f", "contents": []},
        {"role": "response", "id": "4", "assets": ["m"], "contents": [
          {"type": "structure", "id": "0", "structure": {"source": "A", "content": {"x": 3}}}]}]}}
      """#
    let transcript = try decoded(json)
    #expect(transcript.kinds == ["instructions", "prompt", "toolCalls", "toolOutput", "response"])
    guard case .instructions(let instructions) = transcript[0], case .toolCalls(let calls) = transcript[2],
      case .response(let response) = transcript[4]
    else {
      Issue.record("\(transcript)")
      return
    }
    #expect(instructions.toolDefinitions[0].parameters.name == "A")
    #expect(try calls[0].arguments.value(Int.self, forProperty: "x") == 3)
    #expect(response.assetIDs == ["m"] && response.segments[0].description == #"{"x": 3}"#)
  }

  @Test(
    "10.12 Anything else is an error",
    arguments: [
      #"{"type":"Other","version":1,"transcript":{"entries":[]}}"#,
      #"{"type":"FoundationModels.Transcript","version":2,"transcript":{"entries":[]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"oracle","id":"x"}]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"tool","id":"x"}]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":["#
        + #"{"role":"response","id":"x","toolCalls":[{"id":"c","name":"f","arguments":"not JSON"}]}]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":["#
        + #"{"role":"response","id":"x","contents":[{"type":"structure","id":"y"}]}]}}"#,
      #"{"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":["#
        + #"{"role":"user","id":"x","contents":[{"type":"image","id":"y"}],"options":{}}]}}"#,
    ])
  func anythingElseIsAnError(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Transcript.self, from: Data(json.utf8)) }
  }

  @Test("Values nested deeply are an error and no crash")
  func deepNesting() {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let json = envelope(
      #"{"role":"response","id":"x","contents":[{"type":"structure","id":"y","structure":{"source":"A","content":\#(deep)}}]}"#
    )
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Transcript.self, from: Data(json.utf8)) }
  }

  @Test("1.6 Entries have the identifiers of what they hold, and read as text")
  func entriesReadAsText() throws {
    let call = Transcript.ToolCall(id: "c", toolName: "f", arguments: try GeneratedContent(json: #"{"x": 3}"#))
    let text = Transcript.Segment.text(.init(content: "t"))
    let entries: [Transcript.Entry] = [
      .instructions(.init(id: "1", segments: [text], toolDefinitions: [])), .prompt(.init(id: "2", segments: [text])),
      .toolCalls(.init(id: "3", [call])), .toolOutput(.init(id: "4", toolName: "f", segments: [text])),
      .response(.init(id: "5", segments: [text, text])), .reasoning(.init(id: "6", segments: [text])),
    ]
    #expect(entries.map(\.id) == ["1", "2", "3", "4", "5", "6"])
    #expect(
      entries.map(\.description) == [
        "Instructions: t", "Prompt: t", #"ToolCalls: f({"x": 3})"#, "ToolOutput: f: t", "Response: t\nt",
        "Reasoning: t",
      ])
  }
}
