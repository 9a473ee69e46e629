import Foundation
import FoundationModels
import Testing

/// Client programs with structured output and tools, run with scripted models.
struct ProgramTests {
  private let recipe = #"""
    {"name": "Soup", "difficulty": "easy", "minutes": 30, "ingredients": [{"name": "leek", "amount": 2, "unit": \#
    "piece"}], "steps": ["Cut.", "Boil."]}
    """#

  @MainActor
  @Test("A recipe is a value")
  func recipes() async throws {
    let book = RecipeBook(model: ScriptedModel(recipe).able(to: .guidedGeneration))
    let dish = try await book.recipe(from: ["leek", "water"])
    #expect(dish.difficulty == .easy && dish.minutes == 30 && dish.note == nil)
    #expect(dish.ingredients == [Ingredient(name: "leek", amount: 2, unit: "piece")])
  }

  @MainActor
  @Test("Recipes are shown while they are written")
  func suggestions() async throws {
    let book = RecipeBook(
      model: ScriptedModel("[", recipe, ", ", #"{"name": "Stew", "#, #""difficulty": "hard""#).able(
        to: .guidedGeneration))
    // The JSON text is incomplete.
    await #expect(throws: GeneratedContent.ParsingError.self) { try await book.suggest(2, from: ["leek"]) }
    #expect(book.suggestions.map(\.name) == ["Soup", "Stew"])
    #expect(book.suggestions.last?.difficulty == .hard && book.suggestions.last?.steps == nil)
  }

  @MainActor
  @Test("A trip takes shape after a look at what is there")
  func trip() async throws {
    let model = ScriptedModel.steps(
      ScriptedModel.call(("1", "findPlaces", #"{"category": "hotel", "wish": "quiet"}"#)),
      ScriptedModel.say(
        #"{"title": "North", "landmark": "Pulpit Rock", "rationale": "Fjords.", "days": [{"title": "One", "#,
        #""activities": [{"kind": "hotel", "title": "Norway House"}]}, {"title": "Two", "activities": [{"kind": "#,
        #""sightseeing", "title": "The rock"}]}]}"#))
    let planner = TripPlanner(landmark: Landmark.all[0], model: model)
    planner.prepare()
    let itinerary = try await planner.plan()
    #expect(itinerary.title == "North" && itinerary.days.map(\.title) == ["One", "Two"])
    #expect(itinerary.days[1].activities[0].kind == .sightseeing)
    #expect(planner.itinerary?.days?.count == 2)
    #expect(planner.lookups == [#"findPlaces {"category": "hotel", "wish": "quiet"}"#])
    // Rows keep their identity while the list grows.
    let identities = planner.dayIdentities
    #expect(Set(identities.compactMap(\.first)).count == 1)
    guard case .toolOutput(let output)? = model.log.requests.last?.transcript.last else {
      Issue.record("the model did not see what its call gave")
      return
    }
    #expect(output.segments.first?.description.contains("quiet: Norway House.") == true)
  }

  @Test("Two tools serve one question, at the same time")
  func assistant() async throws {
    let book = AddressBook([.init(name: "Ada", city: "Oslo"), .init(name: "Bo", city: "Rome")])
    let model = ScriptedModel.steps(
      ScriptedModel.call(
        ("1", "getWeather", #"{"city": "Oslo", "unit": "fahrenheit"}"#),
        ("2", "FindContacts", #"{"city": "Oslo", "limit": 3}"#)),
      ScriptedModel.say("Visit Ada."))
    let assistant = Assistant(model: model, book: book) { _ in 20 }
    #expect(try await assistant.answer("Whom could I visit?") == "Visit Ada.")
    #expect(await book.searches == 1)
    let outputs = assistant.session.transcript.compactMap { entry -> String? in
      if case .toolOutput(let output) = entry { output.segments.map(\.description).joined() } else { nil }
    }
    #expect(outputs.count == 2 && outputs[0].contains("68") && outputs[1] == "Ada")
  }

  @Test("What a tool throws reaches the caller, with the tool")
  func failingTool() async throws {
    let model = ScriptedModel.steps(ScriptedModel.call(("1", "FindContacts", #"{"city": "Bonn", "limit": 1}"#)))
    let assistant = Assistant(model: model, book: AddressBook([])) { _ in 0 }
    #expect(try await assistant.answer("Who is in Bonn?") == "FindContacts: Nobody is known in Bonn.")
    #expect(assistant.session.transcript.kinds == ["instructions"])
  }

  @Test("A menu has the shape that was decided at run time")
  func menu() async throws {
    let kitchen = Kitchen(soups: ["leek", "pea"], isSunday: true)
    let model = ScriptedModel(
      #"{"soup": "pea", "dishes": [{"name": "Pie", "price": 12, "side": {"name": "Peas", "price": 8}}], "cake": true}"#
    ).able(to: .guidedGeneration)
    #expect(try await kitchen.menu(model: model) == ["Soup: pea", "Pie with Peas, 12 euros", "Cake"])
    #expect(model.log.requests[0].schema?.name == "Menu")
    let error = #expect(throws: GenerationSchema.SchemaError.self) {
      try Kitchen(soups: [], isSunday: false).schema()
    }
    guard case .emptyTypeChoices("Soup", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Texts are tagged, each in a session of its own")
  func tagging() async throws {
    let model = ScriptedModel { request, channel in
      guard case .prompt(let prompt)? = request.transcript.last else { return }
      await channel.send(
        .response(
          action: .appendText(#"{"topics": ["\#(prompt.segments[0])"], "actions": []}"#, tokenCount: 1)))
    }.able(to: .guidedGeneration)
    let tags = try await tagAll(["rain", "snow", "sun"], model: model)
    #expect(tags.count == 3 && tags["snow"] == Tags(topics: ["snow"], actions: [], mood: nil))
  }

  @Test("A conversation that is too long goes on with its instructions and its last turn")
  func condensing() async throws {
    let model = ScriptedModel { request, channel in
      guard request.transcript.count <= 4 else {
        throw LanguageModelError.contextSizeExceeded(
          .init(contextSize: 4, tokenCount: request.transcript.count, debugDescription: "full"))
      }
      await channel.send(.response(action: .appendText("\(request.transcript.count)", tokenCount: 1)))
    }
    let conversation = LongConversation(model: model, instructions: "Be brief.")
    var answers: [String] = []
    for question in ["a", "b", "c", "d"] { answers.append(try await conversation.ask(question)) }
    #expect(answers == ["2", "4", "4", "4"] && conversation.renewals == 2)
    #expect(
      conversation.session.transcript.kinds == ["instructions", "prompt", "response", "prompt", "response"])
  }

  @Test("Errors become advice")
  func advice() async {
    func outcome(_ error: any Error) async -> CarefulReader.Outcome {
      let session = LanguageModelSession(model: ScriptedModel { _, _ in throw error })
      return await CarefulReader(session: session).read("text")
    }
    let errors: [(LanguageModelError, String)] = [
      (.contextSizeExceeded(.init(contextSize: 8, tokenCount: 9, debugDescription: "")), "Shorten the text: 9 of 8."),
      (.rateLimited(.init(resetDate: nil, debugDescription: "")), "Try again."),
      (.guardrailViolation(.init(debugDescription: "")), "Ask something else."),
      (.refusal(.init(explanation: "I would rather not.", debugDescription: "")), "I would rather not."),
      (.unsupportedGenerationGuide(.init(schemaName: "A", debugDescription: "")), "A asks for too much."),
      (.timeout(.init(debugDescription: "")), "It took too long."),
    ]
    for (error, advice) in errors { #expect(await outcome(error) == .advice(advice)) }
    #expect(await outcome(CancellationError()) == .advice("Stopped."))
    let missing = SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "no file"))
    #expect(await outcome(missing) == .advice("Install a model: no file"))
  }

  @Test("A provider of one's own drives sessions")
  func provider() async throws {
    let session = LanguageModelSession(model: Almanac(pages: ["moon": "It is full on Monday."]))
    let response = try await session.respond(to: "moon", contextOptions: ContextOptions(reasoningLevel: .light))
    #expect(response.content == "It is full on Monday.")
    #expect(response.usage.output.totalTokenCount == 5)
    #expect(session.transcript.kinds == ["prompt", "reasoning", "response"])
    #expect(try await session.respond(to: "moon", generating: Page.self).content.text == "It is full on Monday.")
    let short = try await session.respond(to: "moon", options: GenerationOptions(maximumResponseTokens: 2)).content
    #expect(short == "It is")
    #expect(await CarefulReader(session: session).read("sun") == .advice("There is no page on sun."))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "moon", generating: Tags.self)
    }
    guard case .unsupportedGenerationGuide(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.schemaName == "Tags")
  }
}
