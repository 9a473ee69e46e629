import Swiftlet
import Testing

/// Spellings that client sources use.
///
/// Most of what is tested here is that they compile.
struct OverloadTests {
  @Test func sessionsWithTheSystemsModel() {
    #expect(LanguageModelSession().transcript.isEmpty)
    #expect(LanguageModelSession(instructions: nil).transcript.isEmpty)
    #expect(LanguageModelSession(instructions: "Be brief.").transcript.count == 1)
    #expect(LanguageModelSession(instructions: Instructions("Be brief.")).transcript.count == 1)
    #expect(LanguageModelSession { "Be brief." }.transcript.count == 1)
    #expect(LanguageModelSession(model: .default).transcript.isEmpty)
    #expect(LanguageModelSession(model: .default, instructions: "Be brief.").transcript.count == 1)
    #expect(LanguageModelSession(model: SystemLanguageModel.default) { "Be brief." }.transcript.count == 1)
    #expect(LanguageModelSession(transcript: Transcript()).transcript.isEmpty)
    #expect(LanguageModelSession(model: .default, transcript: Transcript(entries: [])).transcript.isEmpty)
  }

  @Test func sessionsWithAnyModel() throws {
    let model = ScriptedModel("a")
    #expect(LanguageModelSession(model: model).transcript.isEmpty)
    #expect(LanguageModelSession(model: model, instructions: nil).transcript.isEmpty)
    #expect(LanguageModelSession(model: model, instructions: "Be brief.").transcript.count == 1)
    #expect(LanguageModelSession(model: model) { "Be brief." }.transcript.count == 1)
    let any: any LanguageModel = model
    #expect(LanguageModelSession(model: any, instructions: "Be brief.").transcript.count == 1)
    struct Failure: Error {}
    func fail() throws(Failure) -> String { throw Failure() }
    #expect(throws: Failure.self) { _ = try LanguageModelSession(model: model) { try fail() } }
  }

  @Test func requests() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a"))
    try await session.respond(to: "x")
    try await session.respond(to: Prompt("x"))
    try await session.respond { "x" }
    try await session.respond(options: GenerationOptions(temperature: 1)) { "x" }
    let text = "x"
    let response: LanguageModelSession.Response<String> = try await session.respond(to: text, options: .init())
    #expect(response.content == "a")
    for try await partial in session.streamResponse(to: text) { #expect(partial.content == "a") }
    for try await partial in session.streamResponse(to: Prompt(text)) { #expect(partial.content == "a") }
    for try await partial in session.streamResponse(options: .init(), prompt: { "x" }) {
      #expect(partial.content == "a")
    }
    #expect(session.transcript.count == 16)
  }

  @Test func sessionsWithTools() {
    let tools: [any Tool] = [Weather()]
    for session in [
      LanguageModelSession(tools: tools), LanguageModelSession(tools: tools, instructions: nil),
      LanguageModelSession(tools: [Weather()], instructions: "Be brief."),
      LanguageModelSession(tools: [Weather(), Mayor()]) { "Be brief." },
      LanguageModelSession(model: .default, tools: tools, instructions: Instructions("Be brief.")),
      LanguageModelSession(model: ScriptedModel("a"), tools: tools),
      LanguageModelSession(model: ScriptedModel("a"), tools: [Weather()]) { "Be brief." },
    ] { #expect(session.transcript.count == 1) }
    #expect(LanguageModelSession(tools: tools, transcript: Transcript()).transcript.isEmpty)
    #expect(LanguageModelSession(model: ScriptedModel("a"), tools: tools, transcript: Transcript()).transcript.isEmpty)
  }

  @Test func requestsWithValues() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(#"{"name": "A", "age": 1}"#).able(to: .guidedGeneration, .reasoning))
    let (text, schema) = ("x", Person.generationSchema)
    let a: Person = try await session.respond(to: "x").content
    let b = try await session.respond(to: text, generating: Person.self).content
    let c = try await session.respond(to: Prompt("x"), generating: Person.self, includeSchemaInPrompt: false).content
    let d = try await session.respond(generating: Person.self) { "x" }.content
    let e = try await session.respond(
      to: "x", generating: Person.self, options: .init(temperature: 1), contextOptions: .init(reasoningLevel: .deep)
    ).content
    let f = try await session.respond(generating: Person.self, metadata: ["k": 1]) { "x" }.content
    #expect([a, b, c, d, e, f] == Array(repeating: Person(name: "A", age: 1), count: 6))
    let contents = [
      try await session.respond(to: "x", schema: schema).content,
      try await session.respond(to: Prompt("x"), schema: schema, includeSchemaInPrompt: false).content,
      try await session.respond(schema: schema) { "x" }.content,
      try await session.respond(to: text, schema: schema, contextOptions: .init(includeSchemaInPrompt: nil)).content,
      try await session.respond(schema: schema, metadata: ["k": "v"]) { "x" }.content,
    ]
    for content in contents { #expect(try content.value(Int.self, forProperty: "age") == 1) }
  }

  @Test func streamsOfValues() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(#"{"name": "A", "age": 1}"#).able(to: .guidedGeneration))
    let (text, schema) = ("x", Person.generationSchema)
    for stream in [
      session.streamResponse(to: "x", generating: Person.self),
      session.streamResponse(to: Prompt("x"), generating: Person.self, includeSchemaInPrompt: false),
      session.streamResponse(generating: Person.self) { "x" },
      session.streamResponse(to: text, generating: Person.self, contextOptions: .init(), metadata: [:]),
    ] {
      for try await snapshot in stream {
        #expect(snapshot.content.name == "A")
        // As the first beta spelt it.
        #expect(snapshot.age == 1)
      }
    }
    for stream in [
      session.streamResponse(to: "x", schema: schema), session.streamResponse(schema: schema) { "x" },
      session.streamResponse(to: Prompt("x"), schema: schema, contextOptions: .init()),
      session.streamResponse(to: text, schema: schema, includeSchemaInPrompt: false),
    ] { #expect(try await stream.collect().content.isComplete) }
    let typed: LanguageModelSession.ResponseStream<Person> = session.streamResponse(to: "x")
    #expect(try await typed.collect().content.name == "A")
  }

  @Test func requestsWithMetadata() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a").able(to: .reasoning))
    try await session.respond(to: "x", metadata: ["k": 1])
    try await session.respond(to: Prompt("x"), contextOptions: ContextOptions(reasoningLevel: .light))
    try await session.respond(contextOptions: ContextOptions()) { "x" }
    for try await _ in session.streamResponse(to: "x", metadata: ["k": 1]) {}
    for try await _ in session.streamResponse(metadata: ["k": 1], prompt: { "x" }) {}
    #expect(session.transcript.count == 10)
  }

  @Test func errors() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a"), tools: [Weather()])
    do {
      try await session.respond(to: "x")
      Issue.record("no error")
    } catch LanguageModelError.unsupportedCapability(let details) {
      #expect(details.capability == .toolCalling)
    } catch let error as LanguageModelSession.ToolCallError {
      Issue.record("\(error.tool.name)")
    } catch LanguageModelSession.Error.concurrentRequests {
      Issue.record("concurrent")
    }
    switch SystemLanguageModel.default.availability {
    case .available: break
    case .unavailable(.deviceNotEligible): break
    case .unavailable(.appleIntelligenceNotEnabled): break
    case .unavailable(.modelNotReady): break
    case .unavailable(let other): Issue.record("\(other)")
    }
  }

  @available(*, deprecated)
  @Test func errorsInTheirFirstSpelling() async throws {
    let session = LanguageModelSession(model: ScriptedModel("a"))
    do {
      try await session.respond(to: "x")
    } catch LanguageModelSession.GenerationError.guardrailViolation(let context) {
      Issue.record("\(context.debugDescription)")
    } catch let error as LanguageModelSession.GenerationError {
      switch error {
      case .refusal(let refusal, _): Issue.record("\(try await refusal.explanation.content)")
      case .exceededContextWindowSize, .assetsUnavailable, .guardrailViolation, .unsupportedGuide,
        .unsupportedLanguageOrLocale, .decodingFailure, .rateLimited, .concurrentRequests:
        Issue.record("\(error.errorDescription ?? "")")
      @unknown default: break
      }
    }
  }

  @MainActor
  @Test func requestsFromTheMainActor() async throws {
    final class ViewModel {
      let session = LanguageModelSession(model: ScriptedModel("a", "b"))
      var text = ""
      func run() async throws {
        for try await snapshot in session.streamResponse(to: "x") { text = snapshot.content }
        text += try await session.respond(to: "y").content
      }
    }
    let view = ViewModel()
    try await view.run()
    #expect(view.text == "abab")
  }

  @Test func options() {
    #expect(GenerationOptions() == GenerationOptions(samplingMode: nil, temperature: nil, maximumResponseTokens: nil))
    #expect(GenerationOptions(samplingMode: .greedy).samplingMode?.kind == .greedy)
    #expect(GenerationOptions.SamplingMode.random(top: 5).kind == .randomTopK(5, seed: nil))
    #expect(
      GenerationOptions.SamplingMode.random(probabilityThreshold: 0.5, seed: 7).kind
        == .randomProbabilityThreshold(0.5, seed: 7))
    #expect(GenerationOptions(toolCallingMode: .required).toolCallingMode?.kind == .required)
    #expect(GenerationOptions(temperature: 1, toolCallingMode: nil) == GenerationOptions(temperature: 1))
    #expect(GenerationOptions(maximumResponseTokens: 3).maximumResponseTokens == 3)
  }

  @available(*, deprecated)
  @Test func optionsInTheirFirstSpelling() {
    var options = GenerationOptions(sampling: .greedy, temperature: 0.5)
    #expect(options.samplingMode == .greedy && options.sampling == .greedy)
    options.sampling = nil
    let segment = Transcript.StructuredSegment(source: "A", content: GeneratedContent(1))
    #expect(segment.source == "A" && segment.schemaName == "A")
    #expect(options == GenerationOptions(temperature: 0.5))
  }
}
