import Observation
import Swiftlet
import Synchronization
import Testing

private struct CityKey: SessionPropertyKey { static let defaultValue = "Rome" }
private struct CountKey: SessionPropertyKey { static let defaultValue = 0 }
extension SessionPropertyValues {
  fileprivate var city: String {
    get { self[CityKey.self] }
    set { self[CityKey.self] = newValue }
  }
  fileprivate var count: Int {
    get { self[CountKey.self] }
    set { self[CountKey.self] = newValue }
  }
}

private struct NicknameKey: SessionPropertyKey { static let defaultValue: String? = "Sam" }

private struct Guide: DynamicInstructions {
  @SessionProperty(\.city) var city
  var names = ["a", "b"]

  var body: some DynamicInstructions {
    Instructions("You show people around \(city).")
    if city == "Oslo" {
      Weather()
    } else {
      Instructions("The weather is fine.")
    }
    if city == "Paris" { Mayor() }
    ForEach(names, id: \.self) { name in Instructions(name) }
  }
}

/// A tool that changes a value of its session.
private struct Move: Tool {
  @SessionProperty(\.city) var city
  let description = "Moves."
  func call(arguments: City) async throws -> String {
    let before = city
    city = arguments.city
    return "from \(before)"
  }
}

/// A tool that tries to change the history.
private struct Forget: Tool {
  @SessionProperty(\.history) var history
  let description = "Forgets."
  func call(arguments: City) async throws -> String {
    let count = history.count
    history = []
    return "\(count)"
  }
}

struct DynamicInstructionsTests {
  private typealias Model = ScriptedModel

  @Test("12.1, 12.2 Instructions are evaluated for each call of the model and rewritten in place")
  func instructionsFollowTheState() async throws {
    let model = Model.steps(Model.say("1"), Model.say("2"))
    let session = LanguageModelSession(model: model, dynamicInstructions: Guide())
    #expect(
      session.transcript.first?.segments.map(\.description)
        == ["You show people around Rome.", "The weather is fine.", "a", "b"])
    let id = session.transcript.first?.id
    try await session.respond(to: "x")
    session.properties.city = "Oslo"
    try await session.respond(to: "x")
    #expect(session.transcript.kinds == ["instructions", "prompt", "response", "prompt", "response"])
    guard case .instructions(let entry)? = session.transcript.first else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(entry.segments.map(\.description) == ["You show people around Oslo.", "a", "b"] && entry.id == id)
    #expect(entry.toolDefinitions.map(\.name) == ["Weather"])
    // 12.3
    #expect(model.log.requests.map { $0.enabledToolDefinitions.map(\.name) } == [[], ["Weather"]])
    #expect(model.log.requests[1].transcript.first == session.transcript.first)
  }

  @Test("12.1, 12.9 Also between the steps of a request, and tools reach the values of their session")
  func toolsChangeTheState() async throws {
    struct Town: DynamicInstructions {
      @SessionProperty(\.city) var city
      var body: some DynamicInstructions {
        Instructions("You are in \(city).")
        [Move(), Weather()] as [any Tool]
      }
    }
    let model = Model.steps(Model.call(("a", "Move", #"{"city": "Bern"}"#)), Model.say("done"))
    let session = LanguageModelSession(model: model, dynamicInstructions: Town())
    let other = LanguageModelSession(model: model, dynamicInstructions: Town())
    let response = try await session.respond(to: "x")
    #expect(response.content == "done" && session.transcript[3].segments.map(\.description) == ["from Rome"])
    #expect(
      model.log.requests.map { $0.transcript.first?.segments.first?.description }
        == ["You are in Rome.", "You are in Bern."])
    #expect(session.properties.city == "Bern" && other.properties.city == "Rome" && Move().city == "Rome")
  }

  @Test("12.5 Tools cannot change the history")
  func toolsCannotChangeTheHistory() async throws {
    let model = Model.steps(Model.call(("a", "Forget", #"{"city": "Bern"}"#)), Model.say("done"))
    let session = LanguageModelSession(model: model, tools: [Forget()])
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await session.respond(to: "x")
    }
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test("12.9 Values begin with their defaults, optional ones too")
  func valuesBeginWithDefaults() {
    let session = LanguageModelSession(model: Model("x"))
    #expect(session.properties[CountKey.self] == 0 && session.properties[NicknameKey.self] == "Sam")
    session.properties[NicknameKey.self] = nil
    #expect(session.properties[NicknameKey.self] == nil)
    session.properties.count += 2
    #expect(session.properties.count == 2)
  }

  @Test("12.9 Values of a session can be observed")
  func valuesAreObserved() {
    let session = LanguageModelSession(model: Model("x"))
    let changes = Mutex(0)
    withObservationTracking {
      _ = session.properties.city
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    session.properties.city = "Oslo"
    #expect(changes.withLock(\.self) == 1 && session.properties.city == "Oslo")
  }

  @Test("12.10 The evaluated instructions take the place of those in the history")
  func historyBeginsTheTranscript() {
    let old = LanguageModelSession(model: Model("x"), instructions: "Old.").transcript
    let prompt = Transcript.Entry.prompt(Transcript.Prompt(segments: []))
    let session = LanguageModelSession(dynamicInstructions: Guide(names: []), history: Array(old) + [prompt])
    #expect(session.transcript.kinds == ["instructions", "prompt"])
    #expect(session.transcript.first?.segments.first?.description == "You show people around Rome.")
    let bare = LanguageModelSession(dynamicInstructions: EmptyDynamicInstructions(), history: [prompt])
    #expect(bare.transcript.kinds == ["prompt"])
  }

  @Test("All ways to write instructions")
  func builder() {
    struct All: DynamicInstructions {
      var flag: Bool
      var body: some DynamicInstructions {
        Instructions {
          "one"
          "two"
        }
        if #available(macOS 15, *) { Instructions("three") }
        switch flag {
        case true: Instructions("yes")
        case false: Instructions("no")
        }
        AnyDynamicInstructions(Instructions("any") as any DynamicInstructions)
        Guide?.none
        TupleDynamicInstructions(Instructions("left"), Instructions("right"))
      }
    }
    let session = LanguageModelSession(model: Model("x"), dynamicInstructions: All(flag: false))
    #expect(
      session.transcript.first?.segments.map(\.description)
        == ["one", "two", "three", "no", "any", "left", "right"])
  }
}

private struct Assistant: LanguageModelSession.DynamicProfile {
  @SessionProperty(\.count) var count
  let small: ScriptedModel
  let large: ScriptedModel
  let log: @Sendable (String) -> Void

  var body: some DynamicProfile {
    if count == 0 {
      Profile { Instructions("Small.") }
        .model(small).temperature(0.1)
        .onActivate { log("small on") }.onDeactivate { log("small off") }
    } else {
      Profile { Instructions("Large.") }
        .model(large).temperature(0.9)
        .onActivate { log("large on") }.onDeactivate { log("large off") }
    }
  }
}

struct DynamicProfileTests {
  private typealias Model = ScriptedModel

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func callAsFunction(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock(\.self) }
  }

  @Test("12.7 Another profile takes over: off, on, prompt, response")
  func profilesTakeTurns() async throws {
    let log = Log()
    let (small, large) = (Model("s"), Model("l"))
    let profile = Assistant(small: small, large: large) { log($0) }
      .onPrompt { log("prompt") }.onResponse { log("response") }
    let session = LanguageModelSession(profile: profile)
    #expect(session.transcript.first?.segments.first?.description == "Small.")
    #expect(try await session.respond(to: "x").content == "s")
    #expect(try await session.respond(to: "x").content == "s")
    session.properties.count = 1
    #expect(try await session.respond(to: "x").content == "l")
    #expect(
      log.all == [
        "small on", "prompt", "response", "prompt", "response", "small off", "large on", "prompt", "response",
      ])
    #expect(small.log.requests.map(\.generationOptions.temperature) == [0.1, 0.1])
    #expect(large.log.requests.map(\.generationOptions.temperature) == [0.9])
    #expect(session.transcript.first?.segments.first?.description == "Large.")
  }

  @Test("6.6 The caller goes before inner modifiers, and those before outer ones, option by option")
  func precedence() async throws {
    let model = Model("x").able(to: .reasoning)
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("x") }
        .temperature(0.1).samplingMode(nil).reasoningLevel(.deep)
        .temperature(0.2).maximumResponseTokens(5).samplingMode(.greedy).reasoningLevel(.light).model(model))
    try await session.respond(to: "x")
    try await session.respond(
      to: "x", options: GenerationOptions(samplingMode: .random(top: 3), maximumResponseTokens: 7),
      contextOptions: ContextOptions(reasoningLevel: .moderate))
    let requests = model.log.requests
    #expect(
      requests[0].generationOptions
        == GenerationOptions(samplingMode: .greedy, temperature: 0.1, maximumResponseTokens: 5))
    #expect(requests[0].contextOptions.reasoningLevel == .deep)
    #expect(
      requests[1].generationOptions
        == GenerationOptions(samplingMode: .random(top: 3), temperature: 0.1, maximumResponseTokens: 7))
    #expect(requests[1].contextOptions.reasoningLevel == .moderate)
  }

  @Test("6.6 A caller that disallows tools goes before a profile that requires them")
  func disallowedGoesBeforeRequired() async throws {
    let model = Model("x")
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Weather() }.toolCallingMode(.required).model(model))
    try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(model.log.requests[0].enabledToolDefinitions.isEmpty)
    let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "x") }
    guard case .unsupportedCapability(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.capability == .toolCalling && model.log.requests.count == 1)
  }

  @Test("12.4 A history transform changes what the model sees and nothing else")
  func historyTransform() async throws {
    let model = Model("x")
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("i") }.model(model)
        .historyTransform { entries in [entries[0]] + entries.suffix(1) })
    for _ in 0..<3 { try await session.respond(to: "x") }
    #expect(model.log.requests.map(\.transcript.kinds) == Array(repeating: ["instructions", "prompt"], count: 3))
    #expect(session.transcript.count == 7)
  }

  @Test("12.5, 12.6 A hook may rewrite the history for good")
  func hooksRewriteTheHistory() async throws {
    struct Window: LanguageModelSession.DynamicProfile {
      @SessionProperty(\.history) var history
      let model: ScriptedModel
      var body: some DynamicProfile {
        Profile { Instructions("i") }.model(model).onPrompt { history = history.suffix(3) }
      }
    }
    let model = Model("x")
    let session = LanguageModelSession(profile: Window(model: model))
    for number in 0..<4 {
      let response = try await session.respond(to: "\(number)")
      #expect(response.transcriptEntries.map(\.description) == ["Prompt: \(number)", "Response: x"])
    }
    #expect(model.log.requests.map(\.transcript.count) == [2, 4, 4, 4])
    #expect(
      session.transcript.map(\.description).suffix(4) == ["Prompt: 2", "Response: x", "Prompt: 3", "Response: x"])
  }

  @Test("12.5 A hook may take the answer itself out of the history")
  func hooksForgetTheAnswer() async throws {
    struct Forgetful: LanguageModelSession.DynamicProfile {
      @SessionProperty(\.history) var history
      let model: ScriptedModel
      var body: some DynamicProfile {
        Profile { Instructions("i") }.model(model).onResponse { history = [] }
      }
    }
    let model = Model(#"{"name": "A", "age": 1}"#).able(to: .guidedGeneration)
    let session = LanguageModelSession(profile: Forgetful(model: model))
    #expect(try await session.respond(to: "x").content == #"{"name": "A", "age": 1}"#)
    let response = try await session.respond(to: "x", generating: Person.self)
    #expect(response.content == Person(name: "A", age: 1) && response.transcriptEntries.isEmpty)
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test("12.6, 12.8 Hooks see what happened, inner ones first")
  func hooks() async throws {
    let log = Log()
    let model = Model.steps(
      { request, channel in
        await channel.send(.reasoning(action: .appendText("hm", tokenCount: 1)))
        try await Model.call(("a", "Weather", #"{"city": "Oslo"}"#))(request, channel)
      }, Model.say("wet"))
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Weather() }.model(model)
        .onPrompt { log("inner \($0)") }.onReasoning { log("\($0.description)") }
        .onToolCall { log("\($0)") }.onToolCall { log("a call") }
        .onToolOutput { call, output in log("\(call.id == output.id) \(output)") }
        .onToolOutput { log("an output") }
        .onResponse { log("\($0)") }.onReasoning { log("a thought") }
        .onPrompt { log("outer") })
    try await session.respond(to: "x")
    #expect(
      log.all == [
        "inner Prompt: x", "outer", "Reasoning: hm", "a thought", #"Weather({"city": "Oslo"})"#, "a call",
        "true ToolOutput: Weather: It rains in Oslo.", "an output", "Response: wet",
      ])
  }

  @Test("3.11 A hook that throws fails the request with its error, and no tool runs")
  func hooksThrow() async throws {
    struct No: Error {}
    let runs = Mutex(0)
    let weather = Weather { _ in
      runs.withLock { $0 += 1 }
      return ""
    }
    func model() -> Model { Model.steps(Model.call(("a", "Weather", #"{"city": "Oslo"}"#))) }
    let sessions = [
      LanguageModelSession(
        profile: LanguageModelSession.Profile { weather }.onPrompt { throw No() }.model(model())),
      LanguageModelSession(
        profile: LanguageModelSession.AnyDynamicProfile(
          erasing: LanguageModelSession.Profile { weather }.onToolCall { throw No() }
        ).model(model())),
    ]
    for session in sessions {
      await #expect(throws: No.self) { try await session.respond(to: "x") }
      #expect(session.transcript.kinds == ["instructions"] && !session.isResponding)
    }
    #expect(runs.withLock(\.self) == 0)
  }

  @Test("3.1 A profile's policy counts unless the session has one")
  func policy() async throws {
    struct No: Error {}
    let model = ScriptedModel { _, _ in throw No() }
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("i") }.model(model)
        .transcriptErrorHandlingPolicy(.preserveTranscript))
    await #expect(throws: No.self) { try await session.respond(to: "x") }
    #expect(session.transcript.kinds == ["instructions", "prompt"])
    session.transcriptErrorHandlingPolicy = .revertTranscript
    await #expect(throws: No.self) { try await session.respond(to: "x") }
    #expect(session.transcript.kinds == ["instructions", "prompt"])
  }

  @Test("Modifiers of one's own")
  func modifiers() async throws {
    struct Careful: LanguageModelSession.DynamicProfileModifier {
      @SessionProperty(\.city) var city
      func body(content: Content) -> some DynamicProfile {
        if city == "Rome" { content.temperature(0) } else { content }
      }
    }
    let model = Model("x")
    let any: any LanguageModel = model
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("i") }.modifier(Careful()).model(any))
    try await session.respond(to: "x")
    session.properties.city = "Oslo"
    try await session.respond(to: "x")
    #expect(model.log.requests.map(\.generationOptions.temperature) == [0, nil])
  }

  @MainActor
  @Test("A hook runs on the actor on which it was written")
  func hooksRunOnTheirActor() async throws {
    @MainActor final class View {
      var lines: [String] = []
    }
    struct Watched: LanguageModelSession.DynamicProfile {
      let view: View
      let model: ScriptedModel
      var body: some DynamicProfile {
        Profile { Instructions("i") }.model(model)
          .onPrompt { @MainActor in view.lines.append("prompt") }
          .onActivate { @MainActor in view.lines.append("on") }
      }
    }
    let view = View()
    let session = LanguageModelSession(profile: Watched(view: view, model: Model("x")))
    try await session.respond(to: "x")
    #expect(view.lines == ["on", "prompt"])
  }

  @Test("Prewarming shows the model what the profile says")
  func prewarming() {
    let model = Model("x")
    let session = LanguageModelSession(model: model, dynamicInstructions: Guide())
    session.properties.city = "Oslo"
    session.prewarm(promptPrefix: Prompt("Tell"))
    #expect(!session.isResponding)
    #expect(model.log.prewarmed.map(\.kinds) == [["instructions", "prompt"]])
    #expect(model.log.prewarmed[0][0].segments.first?.description == "You show people around Oslo.")
    #expect(session.transcript.first?.segments.first?.description == "You show people around Rome.")
  }
}
