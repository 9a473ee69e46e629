import Foundation
import Swiftlet
import Synchronization
import Testing

/// The numbers are those of the behaviours that Apple's framework shows.
struct ToolTests {
  private typealias Model = ScriptedModel

  @Test("1.1 Tools alone make an instructions entry, which has their definitions")
  func toolsAreInTheInstructions() {
    for session in [
      LanguageModelSession(model: Model("x"), tools: [Weather(), Mayor()]),
      LanguageModelSession(model: Model("x"), tools: [Weather(), Mayor()], instructions: "Be brief."),
    ] {
      #expect(session.transcript.kinds == ["instructions"])
      guard case .instructions(let entry)? = session.transcript.first else {
        Issue.record("\(session.transcript)")
        continue
      }
      #expect(entry.toolDefinitions.map(\.name) == ["Weather", "mayor_of"])
      #expect(entry.toolDefinitions[0] == Transcript.ToolDefinition(tool: Weather()))
      #expect(entry.toolDefinitions[0] != entry.toolDefinitions[1])
    }
  }

  @Test("15.1, 6.5 A tool is named after its type, and shows its schema")
  func defaults() {
    #expect(Weather().name == "Weather" && Mayor().name == "mayor_of")
    #expect(Weather().includesSchemaInInstructions && !Mayor().includesSchemaInInstructions)
    #expect(Weather().parameters.debugDescription == City.generationSchema.debugDescription)
  }

  @Test("1.4, 1.5 A turn with tools has six entries, and outputs have the identifiers of their calls")
  func aTurnWithTools() async throws {
    let model = Model.steps(
      Model.call(("a", "Weather", #"{"city": "Oslo"}"#), ("b", "mayor_of", #"{"city": "Rome"}"#)),
      Model.say("It ", "rains."))
    let session = LanguageModelSession(model: model, tools: [Weather(), Mayor()], instructions: "Be brief.")
    let response = try await session.respond(to: "How is it?")
    #expect(response.content == "It rains.")
    #expect(
      session.transcript.kinds == ["instructions", "prompt", "toolCalls", "toolOutput", "toolOutput", "response"])
    guard case .toolCalls(let calls) = session.transcript[2], case .toolOutput(let first) = session.transcript[3],
      case .toolOutput(let second) = session.transcript[4]
    else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(calls.map(\.id) == ["a", "b"] && calls.map(\.toolName) == ["Weather", "mayor_of"])
    #expect(try calls[0].arguments.value(String.self, forProperty: "city") == "Oslo")
    #expect(first.id == "a" && first.toolName == "Weather" && second.id == "b" && second.toolName == "mayor_of")
    #expect(response.transcriptEntries.count == 5 && response.transcriptEntries.startIndex == 1)
  }

  @Test("1.7, 15.3 Text becomes a text segment, a value one with a structure, several pieces several segments")
  func outputsBecomeSegments() async throws {
    let model = Model.steps(
      Model.call(
        ("a", "Weather", #"{"city": "Oslo"}"#), ("b", "mayor_of", #"{"city": "Rome"}"#),
        ("c", "Anything", #"{"x": [1, 2]}"#)))
    let anything = Anything(parameters: GeneratedContent.generationSchema)
    let session = LanguageModelSession(model: model, tools: [Weather(), Mayor(), anything])
    try await session.respond(to: "x")
    let outputs = session.transcript[3...5].map(\.segments)
    #expect(outputs[0].map(\.description) == ["It rains in Oslo."])
    guard case .text = outputs[0][0], case .structure(let person) = outputs[1][0] else {
      Issue.record("\(outputs)")
      return
    }
    #expect(person.schemaName == "Person")
    #expect(try Person(person.content) == Person(name: "Ada of Rome", age: 36))
    #expect(outputs[2].map(\.description) == ["got", #"{"x": [1, 2]}"#])
  }

  @Test("A request in which the model never stops calling tools ends after a number of rounds, with the transcript")
  func roundsAreLimited() async throws {
    let model = Model { _, channel in
      await channel.send(
        .toolCalls(
          action: .toolCall(id: "a", name: "Weather", action: .appendArguments(#"{"city": "Oslo"}"#, tokenCount: 1))))
    }.able(to: .toolCalling)
    let session = LanguageModelSession(model: model, tools: [Weather()])
    #expect(session.maximumToolRounds == 16)
    for limit in [16, 2, 0] {
      session.maximumToolRounds = limit
      let before = session.transcript
      let error = await #expect(throws: LanguageModelSession.ToolRoundLimitError.self) {
        try await session.respond(to: "x")
      }
      let transcript = try #require(error?.transcript)
      var kinds = ["instructions", "prompt"]
      for _ in 0..<limit { kinds += ["toolCalls", "toolOutput"] }
      #expect(transcript.kinds == kinds + ["toolCalls"])
      #expect(error?.limit == limit && error?.errorDescription?.contains("(Weather) after \(limit) rounds") == true)
      #expect(session.transcript == before && !session.isResponding)
    }
    session.maximumToolRounds = -1
    #expect(session.maximumToolRounds == 0)
  }

  @Test("4.6, 4.7, 4.8 Each step is a request of its own, and ends with the entry to answer")
  func stepsSeeWhatCameBefore() async throws {
    let model = Model.steps(Model.call(("a", "Weather", #"{"city": "Oslo"}"#)), Model.say("wet"))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    try await session.respond(to: "x")
    let requests = model.log.requests
    #expect(requests.count == 2 && requests[0].id != requests[1].id)
    #expect(requests[0].transcript.kinds == ["instructions", "prompt"])
    #expect(requests[1].transcript.kinds == ["instructions", "prompt", "toolCalls", "toolOutput"])
    #expect(requests.allSatisfy { $0.enabledToolDefinitions.map(\.name) == ["Weather"] })
  }

  @Test("1.8, 15.2 Calls of one step run at the same time, and their outputs stand in the order of the calls")
  func callsRunAtTheSameTime() async throws {
    let count = 16
    let arrived = Mutex(0)
    let all = Gate()
    let weather = Weather { city in
      // None continues before all have arrived, and the later ones are faster.
      if arrived.withLock({
        $0 += 1; return $0
      }) == count {
        await all.open()
      }
      await all.wait()
      try await Task.sleep(for: .milliseconds(count - (Int(city) ?? 0)))
      return city
    }
    let model = Model.steps({ _, channel in
      for number in 0..<count {
        await channel.send(
          .toolCalls(
            action: .toolCall(
              id: "\(number)", name: "Weather",
              action: .appendArguments(#"{"city": "\#(number)"}"#, tokenCount: 1))))
      }
    })
    let session = LanguageModelSession(model: model, tools: [weather])
    try await session.respond(to: "x")
    #expect(session.transcript.dropFirst(3).map(\.id) == (0..<count).map(String.init))
    #expect(session.transcript.dropFirst(3).flatMap(\.segments).map(\.description) == (0..<count).map(String.init))
  }

  @Test("1.11 Text before the calls of a step is a response of its own, and part of the answer")
  func textBeforeCalls() async throws {
    let model = Model.steps(
      { request, channel in
        try await Model.say("Let me see.")(request, channel)
        try await Model.call(("a", "Weather", #"{"city": "Oslo"}"#))(request, channel)
      }, Model.say("It ", "rains."))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    var contents: [String] = []
    for try await snapshot in session.streamResponse(to: "x") {
      contents.append(snapshot.content)
      if contents.count > 1 {
        #expect(
          snapshot.transcriptEntries.dropLast().map(\.id).contains("a"), "2.8 tools are in the middle of a stream")
      }
    }
    #expect(contents == ["Let me see.", "Let me see.\nIt ", "Let me see.\nIt rains."])
    #expect(
      session.transcript.kinds == ["instructions", "prompt", "response", "toolCalls", "toolOutput", "response"])
  }

  @Test("4.20 A response that has nothing but usage leaves no entry in a step with calls")
  func usageBeforeCalls() async throws {
    let model = Model.steps(
      { request, channel in
        await channel.send(
          .response(
            action: .updateUsage(
              input: .init(totalTokenCount: 10, cachedTokenCount: 1),
              output: .init(totalTokenCount: 0, reasoningTokenCount: 0))))
        try await Model.call(("a", "Weather", #"{"city": "Oslo"}"#))(request, channel)
      },
      { request, channel in
        await channel.send(
          .response(
            action: .updateUsage(
              input: .init(totalTokenCount: 20, cachedTokenCount: 12),
              output: .init(totalTokenCount: 0, reasoningTokenCount: 0))))
        try await Model.say("a", "b", "c")(request, channel)
      })
    let session = LanguageModelSession(model: model, tools: [Weather()])
    let response = try await session.respond(to: "x")
    #expect(session.transcript.kinds == ["instructions", "prompt", "toolCalls", "toolOutput", "response"])
    // 14.1 The usage of a request is that of all its steps.
    #expect(response.usage.input.totalTokenCount == 30 && response.usage.input.cachedTokenCount == 13)
    #expect(response.usage.output.totalTokenCount == 5 && session.usage.totalTokenCount == 35)
  }

  @Test("4.21, 4.22 Arguments come in pieces, and a call can be taken back")
  func callsInPieces() async throws {
    let model = Model.steps(
      { _, channel in
        func send(_ id: String, _ action: Model.Channel.ToolCalls.ToolCall.Action) async {
          await channel.send(.toolCalls(entryID: "calls", action: .toolCall(id: id, name: "Weather", action: action)))
        }
        await send("a", .updateMetadata(["index": 1, "old": true]))
        await send("a", .appendArguments(#"{"ci"#, tokenCount: 1))
        await send("b", .appendArguments(#"{"city": "#, tokenCount: 1))
        await send("a", .appendArguments(#"ty": "Oslo"}"#, tokenCount: 1))
        await channel.send(.toolCalls(entryID: "calls", action: .removeToolCall(id: "b")))
        await send("a", .updateMetadata(["index": 2]))
      })
    let session = LanguageModelSession(model: model, tools: [Weather()])
    try await session.respond(to: "x")
    guard case .toolCalls(let calls) = session.transcript[2] else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(calls.id == "calls" && calls.map(\.id) == ["a"])
    #expect(calls[0].arguments.jsonString == #"{"city": "Oslo"}"#)
    #expect(calls[0].metadata.mapValues(\.jsonString) == ["index": "2"], "4.17 metadata replaces metadata")
    #expect(session.transcript[3].segments.map(\.description) == ["It rains in Oslo."])
  }

  @Test("3.4, 3.10 A tool that throws fails the request with its error, and the transcript goes back")
  func aToolThatThrows() async throws {
    struct Storm: Error, Equatable {}
    let model = Model.steps(Model.call(("a", "Weather", #"{"city": "Oslo"}"#)))
    let session = LanguageModelSession(model: model, tools: [Weather { _ in throw Storm() }], instructions: "x")
    let before = session.transcript
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "x") }
    #expect(error?.tool is Weather && error?.underlyingError as? Storm == Storm())
    #expect(session.transcript == before && !session.isResponding)
    #expect(error?.errorDescription?.contains("Weather") == true)
  }

  @Test("3.3 If the transcript is preserved, what the tools said before the failure stays")
  func aToolThatThrowsWithPreservedTranscript() async throws {
    struct Storm: Error {}
    let model = Model.steps(
      Model.call(("a", "Weather", #"{"city": "Oslo"}"#)), Model.call(("b", "Weather", #"{"city": "Rome"}"#)))
    let weather = Weather { if $0 == "Rome" { throw Storm() } else { "wet" } }
    let session = LanguageModelSession(model: model, tools: [weather])
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "x") }
    #expect(session.transcript.kinds == ["instructions", "prompt", "toolCalls", "toolOutput", "toolCalls"])
  }

  @Test("3.18 A tool that does not exist is a parsing error, and nothing runs")
  func aToolThatDoesNotExist() async throws {
    let runs = Mutex(0)
    let weather = Weather { _ in
      runs.withLock { $0 += 1 }
      return ""
    }
    let model = Model.steps(Model.call(("a", "Weather", #"{"city": "Oslo"}"#), ("b", "Tides", "{}")))
    let session = LanguageModelSession(model: model, tools: [weather])
    let error = await #expect(throws: GeneratedContent.ParsingError.self) { try await session.respond(to: "x") }
    #expect(error?.debugDescription.contains("Tides") == true && error?.debugDescription.contains("Weather") == true)
    #expect(runs.withLock(\.self) == 0 && session.transcript.kinds == ["instructions"])
  }

  @Test(
    "3.18 Arguments that do not fit are an error of the tool", arguments: ["{\"city\": \"Os", "no JSON", "{}", "[1]"])
  func argumentsThatDoNotFit(arguments: String) async throws {
    let model = Model.steps(Model.call(("a", "Weather", arguments)))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "x") }
    #expect(error?.underlyingError is GeneratedContent.ParsingError)
  }

  @Test("5.1, 5.2 Tools need a model that can call them, which is not asked otherwise")
  func toolsNeedACapability() async throws {
    let model = Model("x")
    let session = LanguageModelSession(model: model, tools: [Weather()])
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "x") }
    guard case .unsupportedCapability(let details) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.capability == .toolCalling && details.debugDescription.contains("Weather"))
    #expect(model.log.requests.isEmpty && model.executorsMade == 0 && session.transcript.kinds == ["instructions"])
    // 4.9 Tools that are not allowed are not offered, and need nothing.
    try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(model.log.requests.map(\.enabledToolDefinitions.count) == [0])
  }

  @Test("3.15 A call can be required only if there is a tool")
  func requiredWithoutTools() async throws {
    let session = LanguageModelSession(model: Model.steps(Model.say("x")))
    let error = await #expect(throws: (any Error).self) {
      try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    }
    let bridged = error.map { $0 as NSError }
    #expect(bridged?.domain == "FoundationModels.LanguageModelError" && bridged?.code == -1)
  }

  @Test("6.7 If calls are required, the request goes on until a tool throws")
  func requiredUntilAToolThrows() async throws {
    struct Done: Error {}
    let runs = Mutex(0)
    let weather = Weather { _ in
      if runs.withLock({
        $0 += 1; return $0
      }) == 100 {
        throw Done()
      }
      return "wet"
    }
    let model = ScriptedModel { request, channel in
      #expect(request.generationOptions.toolCallingMode == .required)
      try await Model.call((UUID().uuidString, "Weather", #"{"city": "Oslo"}"#))(request, channel)
    }.able(to: .toolCalling)
    let session = LanguageModelSession(model: model, tools: [weather])
    session.maximumToolRounds = 100
    await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    }
    #expect(runs.withLock(\.self) == 100 && session.transcript.kinds == ["instructions"])
  }

  @Test("2.9 A turn with tools alone has no snapshot")
  func toolsAlone() async throws {
    let model = Model.steps(Model.call(("a", "Weather", #"{"city": "Oslo"}"#)))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    let stream = session.streamResponse(to: "x")
    for try await _ in stream { Issue.record("a snapshot") }
    #expect(try await stream.collect().content == "")
  }

  @Test("4.23 Tools run when the executor has returned")
  func toolsRunAfterTheExecutor() async throws {
    let log = Mutex<[String]>([])
    let weather = Weather { _ in
      log.withLock { $0.append("tool") }
      return "wet"
    }
    let model = Model.steps({ request, channel in
      try await Model.call(("a", "Weather", #"{"city": "Oslo"}"#))(request, channel)
      try await Task.sleep(for: .milliseconds(20))
      log.withLock { $0.append("executor") }
    })
    try await LanguageModelSession(model: model, tools: [weather]).respond(to: "x")
    #expect(log.withLock(\.self) == ["executor", "tool"])
  }

  @Test("Tools in the spelling of the first beta")
  func toolsOfTheFirstBeta() async throws {
    struct Old: Tool {
      let name = "old"
      let description = "Is old."
      func call(arguments: City) async throws -> ToolOutput {
        arguments.city == "Oslo" ? ToolOutput("wet") : ToolOutput(Person(name: "A", age: 1).generatedContent)
      }
    }
    let model = Model.steps(Model.call(("a", "old", #"{"city": "Oslo"}"#), ("b", "old", #"{"city": "Rome"}"#)))
    let session = LanguageModelSession(model: model, tools: [Old()])
    try await session.respond(to: "x")
    #expect(session.transcript.entries[3].segments.map(\.description) == ["wet"])
    guard case .structure = session.transcript.entries[4].segments[0] else {
      Issue.record("\(session.transcript.entries[4])")
      return
    }
  }

  @MainActor
  @Test("A tool runs away from the actor of the caller")
  func toolsLeaveTheActor() async throws {
    let weather = Weather { _ in
      let isolation: (any Actor)? = #isolation
      return isolation === MainActor.shared ? "main" : "other"
    }
    let session = LanguageModelSession(
      model: Model.steps(Model.call(("a", "Weather", #"{"city": "Oslo"}"#))), tools: [weather])
    try await session.respond(to: "x")
    #expect(session.transcript[3].segments.map(\.description) == ["other"])
  }
}
