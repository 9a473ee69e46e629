import Foundation
import Swiftlet
import Synchronization
import Testing

struct StructuredResponseTests {
  private typealias Model = ScriptedModel
  private static let ada = [#"{"na"#, #"me": "A"#, #"da", "#, #""age": 3"#, "6}"]

  private func session(_ pieces: [String] = ada) -> (LanguageModelSession, ScriptedModel.Log) {
    let model = ScriptedModel { _, channel in
      for piece in pieces { await channel.send(.response(action: .appendText(piece, tokenCount: 1))) }
    }.able(to: .guidedGeneration)
    return (LanguageModelSession(model: model), model.log)
  }

  @Test("4.26 JSON text becomes a value, and one segment with a structure")
  func respondsWithAValue() async throws {
    let (session, log) = session()
    let response = try await session.respond(to: "Who?", generating: Person.self)
    #expect(response.content == Person(name: "Ada", age: 36))
    #expect(response.rawContent.jsonString == #"{"name": "Ada", "age": 36}"# && response.rawContent.isComplete)
    #expect(session.transcript.kinds == ["prompt", "response"])
    guard case .structure(let segment)? = session.transcript.last?.segments.first else {
      Issue.record("no structure")
      return
    }
    #expect(segment.schemaName == "Person" && segment.content.jsonString == #"{"name": "Ada", "age": 36}"#)
    #expect(session.transcript.last?.segments.count == 1)
    // 4.10 The request has the schema, and 6.4 the prompt remembers it.
    #expect(log.requests[0].schema?.name == "Person")
    guard case .prompt(let prompt) = session.transcript[0] else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(prompt.responseFormat == Transcript.ResponseFormat(type: Person.self))
    #expect(prompt.responseFormat?.name == "Person")
  }

  /// Counts how often it is made, and refuses to be made of a child.
  struct Counted: Generable {
    struct IsAChild: Error {}

    static let count = Mutex(0)
    static var generationSchema: GenerationSchema { Person.generationSchema }
    let person: Person

    init(_ content: GeneratedContent) throws {
      Self.count.withLock { $0 += 1 }
      person = try Person(content)
      if person.age < 18 { throw IsAChild() }
    }

    var generatedContent: GeneratedContent { person.generatedContent }
  }

  @Test("A value is made once, before the request ends: what it throws is the request's failure")
  func makesTheValueOnce() async throws {
    let (session, _) = session()
    let response = try await session.respond(to: "Who?", generating: Counted.self)
    #expect(response.content.person == Person(name: "Ada", age: 36))
    #expect(Counted.count.withLock { $0 } == 1)
    let (other, _) = self.session([#"{"name": "Ada", "age": 6}"#])
    await #expect(throws: Counted.IsAChild.self) { try await other.respond(to: "Who?", generating: Counted.self) }
    #expect(Counted.count.withLock { $0 } == 2 && other.transcript.isEmpty)
  }

  @Test("2.5 With a schema, content and raw content are the same")
  func respondsWithContent() async throws {
    let (session, log) = session()
    let response = try await session.respond(to: "Who?", schema: Person.generationSchema)
    #expect(response.content == response.rawContent)
    #expect(try response.content.value(Int.self, forProperty: "age") == 36)
    #expect(log.requests[0].schema?.name == "Person")
    for try await snapshot in session.streamResponse(to: "Who?", schema: Person.generationSchema) {
      #expect(snapshot.content == snapshot.rawContent)
    }
  }

  @Test("2.6, 2.7 Snapshots grow, are complete only at the end, and keep their identity")
  func streamsAValue() async throws {
    let (session, _) = session()
    var snapshots: [LanguageModelSession.ResponseStream<Person>.Snapshot] = []
    let stream = session.streamResponse(to: "Who?", generating: Person.self)
    for try await snapshot in stream { snapshots.append(snapshot) }
    #expect(snapshots.map(\.content.name) == [nil, "A", "Ada", "Ada", "Ada"])
    #expect(snapshots.last?.content.age == 36)
    #expect(snapshots.map(\.rawContent.isComplete) == [false, false, false, false, true])
    #expect(Set(snapshots.map(\.content.id)).count == 1 && Set(snapshots.compactMap(\.rawContent.id)).count == 1)
    let response = try await stream.collect()
    #expect(response.content == Person(name: "Ada", age: 36))
    #expect(response.rawContent.id == snapshots[0].rawContent.id)
    #expect(GeneratedContent("x").id == nil)
  }

  @Test("The identities of list elements do not change while the list grows")
  func elementsKeepTheirIdentity() async throws {
    let (session, _) = session([#"[{"name": "A", "age": 1}, "#, #"{"name": "B", "#, #""age": 2}]"#])
    var seen: [[GenerationID]] = []
    for try await snapshot in session.streamResponse(to: "Who?", generating: [Person].self) {
      seen.append(snapshot.content.map(\.id))
    }
    let last = try #require(seen.last)
    #expect(last.count == 2 && seen.allSatisfy { $0 == Array(last.prefix($0.count)) })
  }

  @Test("The time of a stream grows with the answer, not with its square")
  func streamsInLinearTime() async throws {
    func time(_ count: Int) async throws -> Duration {
      let (session, _) = session((0..<count).map { ($0 == 0 ? "[" : ", ") + "\($0)" } + ["]"])
      return try await ContinuousClock().measure {
        var last: [Int] = []
        for try await snapshot in session.streamResponse(to: "x", generating: [Int].self) { last = snapshot.content }
        #expect(last.count == count)
      }
    }
    _ = try await time(1000)
    var ratio = Double.infinity
    for _ in 0..<5 where ratio >= 32 { ratio = min(ratio, try await time(16_000) / time(2000)) }
    // 8 times the answer; squares would be 64.
    #expect(ratio < 32)
  }

  @Test("2.14 An answer that is cut short is a parsing error that names what is missing, and goes back")
  func answersThatAreCutShort() async throws {
    for pieces in [[#"{"name": "Ada""#], [#"{"na"#], [""], []] {
      let (session, _) = session(pieces)
      let error = await #expect(throws: GeneratedContent.ParsingError.self) {
        try await session.respond(to: "Who?", generating: Person.self)
      }
      #expect(session.transcript.isEmpty && !session.isResponding)
      if pieces == [#"{"name": "Ada""#] { #expect(error?.debugDescription.contains("age") == true) }
      await #expect(throws: GeneratedContent.ParsingError.self) {
        try await session.respond(to: "Who?", schema: Person.generationSchema)
      }
      await #expect(throws: GeneratedContent.ParsingError.self) {
        for try await _ in session.streamResponse(to: "Who?", generating: Person.self) {}
      }
    }
  }

  @Test("An answer of another form is a parsing error", arguments: ["Ada, 36", "[1]", #"{"name": 1, "age": 2}"#])
  func answersOfAnotherForm(text: String) async throws {
    let (session, _) = session([text])
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Who?", generating: Person.self)
    }
    #expect(session.transcript.isEmpty)
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Who?", generating: Person.self)
    }
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test("2.4 Numbers, arrays and other roots are values too, and strings are text for any model")
  func otherRoots() async throws {
    #expect(try await session(["4", "2"]).0.respond(to: "x", generating: Int.self).content == 42)
    #expect(try await session(["[1, ", "2]"]).0.respond(to: "x", generating: [Int].self).content == [1, 2])
    #expect(try await session(["true"]).0.respond(to: "x", generating: Bool.self).content)
    let model = ScriptedModel("plain")
    #expect(try await LanguageModelSession(model: model).respond(to: "x", generating: String.self).content == "plain")
    #expect(model.log.requests[0].schema == nil)
  }

  @Test("5.2 A schema needs a model with guided generation, and a level of reasoning one that reasons")
  func capabilities() async throws {
    let model = ScriptedModel("{}")
    let session = LanguageModelSession(model: model)
    for (request, capability) in [
      ({ _ = try await session.respond(to: "x", generating: Person.self) }, .guidedGeneration),
      ({ _ = try await session.respond(to: "x", contextOptions: ContextOptions(reasoningLevel: .light)) }, .reasoning),
    ] as [(() async throws -> Void, LanguageModelCapabilities.Capability)] {
      let error = await #expect(throws: LanguageModelError.self) { try await request() }
      guard case .unsupportedCapability(let details) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(details.capability == capability)
    }
    #expect(model.log.requests.isEmpty && session.transcript.isEmpty)
  }

  @Test("6.1, 6.2, 6.9 Options and metadata reach the request and stay with the prompt")
  func contextOptions() async throws {
    let model = ScriptedModel("{\"name\": \"A\", \"age\": 1}").able(to: .guidedGeneration, .reasoning)
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "x")
    try await session.respond(to: "x", generating: Person.self)
    try await session.respond(to: "x", generating: Person.self, includeSchemaInPrompt: false)
    try await session.respond(
      to: "x", generating: Person.self, options: GenerationOptions(temperature: 0.5),
      contextOptions: ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .custom("most")),
      metadata: ["user": "me", "count": 3])
    try await session.respond(to: "x", schema: Person.generationSchema, contextOptions: ContextOptions())
    let requests = model.log.requests
    #expect(requests.map(\.contextOptions.includeSchemaInPrompt) == [nil, true, false, false, nil])
    #expect(requests[3].contextOptions.reasoningLevel == .custom("most"))
    #expect(requests[3].metadata.mapValues(\.jsonString) == ["user": "\"me\"", "count": "3"])
    for request in requests {
      guard case .prompt(let prompt)? = request.transcript.last else {
        Issue.record("\(request.transcript)")
        continue
      }
      #expect(prompt.contextOptions == request.contextOptions && prompt.metadata == request.metadata)
      #expect(prompt.options == request.generationOptions)
    }
  }

  @Test("Tools and a schema go together: the value is that of the last step")
  func toolsAndASchema() async throws {
    let model = Model.steps(
      { request, channel in
        try await Model.say("Not JSON, but a thought.")(request, channel)
        try await Model.call(("a", "Weather", #"{"city": "Oslo"}"#))(request, channel)
      }, Model.say(#"{"name": "A", "#, #""age": 1}"#))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    let response = try await session.respond(to: "x", generating: Person.self)
    #expect(response.content == Person(name: "A", age: 1))
    #expect(model.log.requests.allSatisfy { $0.schema?.name == "Person" })
  }

  @Test("9.7 Values in prompts are structures, strings are text")
  func valuesInPrompts() async throws {
    let model = ScriptedModel("x")
    let session = LanguageModelSession(model: model)
    try await session.respond {
      "Describe:"
      Person(name: "Ada", age: 36)
      try GeneratedContent(json: "\"quoted\"")
      36
    }
    let segments = session.transcript[0].segments
    #expect(segments.map(\.description) == ["Describe:", #"{"name": "Ada", "age": 36}"#, "\"quoted\"", "36"])
    guard case .structure(let segment) = segments[1], case .structure = segments[2], case .text = segments[3] else {
      Issue.record("\(segments)")
      return
    }
    #expect(segment.schemaName == "Person")
  }
}
