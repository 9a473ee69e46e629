import FoundationModels

extension SessionPropertyValues {
  @SessionPropertyEntry var budget = 100
  @SessionPropertyEntry var city: String?
}

struct Mood: SessionPropertyKey {
  static var defaultValue: String { "calm" }
}

/// Instructions with all that their builder takes.
struct Guidebook: DynamicInstructions {
  var stops: [String]
  var extra: Instructions?
  @SessionProperty(\.city) var city

  var body: some DynamicInstructions {
    Instructions("You guide travellers.")
    Instructions {
      "Be brief."
    }
    if let city { Instructions("They are in \(city).") }
    if stops.isEmpty { Instructions("Nothing is planned.") } else { Timetable() }
    ForEach(stops, id: \.self) { Instructions("Stop: \($0)") }
    ForEach(stops.map(Stop.init)) { stop in Instructions(stop.id) }
    [Timetable(), Listing()] as [any Tool]
    extra
    if #available(macOS 27, *) { EmptyDynamicInstructions() }
    AnyDynamicInstructions(EmptyDynamicInstructions())
  }
}

struct Stop: Identifiable { var id: String }

func dynamicInstructions(_ values: SessionPropertyValues, _ some: any DynamicInstructions) {
  let one = Instructions("a")
  let _ = AnyDynamicInstructions(some)
  let _ = AnyDynamicInstructions(erasing: one)
  let _: TupleDynamicInstructions<Instructions, Instructions> = TupleDynamicInstructions(one, one)
  let _ = ConditionalDynamicInstructions<Instructions, Never>(.trueContent(one))
  let _ = ConditionalDynamicInstructions<Never, Instructions>(
    ConditionalDynamicInstructions<Never, Instructions>.Branch.falseContent(one))
  let _ = DynamicInstructionsForEach([1], id: \.self) { Instructions("\($0)") }
  let _ = DynamicInstructionsForEach([Stop(id: "a")]) { Instructions($0.id) }
  let _: any DynamicInstructions = one.body
  let _: EmptyDynamicInstructions = DynamicInstructionsBuilder.buildBlock()
  let _: Instructions = DynamicInstructionsBuilder.buildBlock(one)
  let _: TupleDynamicInstructions<Instructions, Instructions> = DynamicInstructionsBuilder.buildBlock(one, one)
  let _: ConditionalDynamicInstructions<Instructions, Never> = DynamicInstructionsBuilder.buildEither(first: one)
  let _: ConditionalDynamicInstructions<Never, Instructions> = DynamicInstructionsBuilder.buildEither(second: one)
  let _: Instructions? = DynamicInstructionsBuilder.buildOptional(one)
  let _: AnyDynamicInstructions = DynamicInstructionsBuilder.buildLimitedAvailability(one)
  let _: Instructions = DynamicInstructionsBuilder.buildExpression(one)
  let _: any DynamicInstructions = DynamicInstructionsBuilder.buildExpression(Timetable())
  let _: any DynamicInstructions = DynamicInstructionsBuilder.buildExpression([Timetable()] as [any Tool])
  reference(\SessionPropertyValues.history, Transcript.HistoryView.self)
  let _: Mood.Value = values[Mood.self]
  values[Mood.self] = "excited"
  values.budget += 1
}

/// A modifier that adds to a profile.
struct Careful: LanguageModelSession.DynamicProfileModifier {
  @SessionProperty(\.budget) var budget

  func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    content.temperature(budget > 0 ? 0.2 : nil).samplingMode(.greedy)
  }
}

/// A profile with all modifiers and hooks.
struct Concierge: LanguageModelSession.DynamicProfile {
  var isThrifty: Bool
  @SessionProperty(\.city) var city

  var body: some LanguageModelSession.DynamicProfile {
    if isThrifty {
      Profile { Instructions("Prefer buses.") }
        .model(Parrot())
        .model(SystemLanguageModel.default as any LanguageModel)
        .temperature(0.5).samplingMode(.random(top: 5)).maximumResponseTokens(90)
        .reasoningLevel(.light).toolCallingMode(.allowed)
        .historyTransform { $0.suffix(8) }
        .transcriptErrorHandlingPolicy(.preserveTranscript)
        .modifier(Careful())
    } else {
      Profile {
        Guidebook(stops: [])
        Timetable()
      }
      .onPrompt {}.onPrompt { (prompt: Transcript.Prompt) in _ = prompt.id }
      .onResponse {}.onResponse { (response: Transcript.Response) in _ = response.id }
      .onReasoning {}.onReasoning { (reasoning: Transcript.Reasoning) in _ = reasoning.id }
      .onToolCall {}.onToolCall { (call: Transcript.ToolCall) in _ = call.id }
      .onToolOutput {}
      .onToolOutput { (call: Transcript.ToolCall, output: Transcript.ToolOutput) in _ = (call.id, output.id) }
      .onActivate {}
      .onDeactivate {}
    }
  }
}

func dynamicProfiles(_ some: any LanguageModelSession.DynamicProfile) {
  typealias Builder = LanguageModelSession.DynamicProfileBuilder
  typealias Either = LanguageModelSession.ConditionalDynamicProfile
  let profile = LanguageModelSession.Profile { Instructions("a") }
  let _ = [LanguageModelSession.AnyDynamicProfile(some), LanguageModelSession.AnyDynamicProfile(erasing: profile)]
  let _: LanguageModelSession.Profile = Builder.buildBlock(profile)
  let _: Either<LanguageModelSession.Profile, Never> = Builder.buildEither(first: profile)
  let _: Either<Never, LanguageModelSession.Profile> = Builder.buildEither(second: profile)
  let _: LanguageModelSession.AnyDynamicProfile = Builder.buildLimitedAvailability(profile)
  let _: LanguageModelSession.ModifiedDynamicProfile<LanguageModelSession.Profile, Careful>.Type =
    LanguageModelSession.ModifiedDynamicProfile.self
  let _: LanguageModelSession.DynamicProfileModifierContent<Careful>.Type = Careful.Content.self
  let _ = LanguageModelSession.SessionProperty(\.budget).wrappedValue
}
