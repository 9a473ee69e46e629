import Swiftlet
import Testing

extension SessionPropertyValues {
  @SessionPropertyEntry fileprivate var tries = 7
  @SessionPropertyEntry fileprivate var mood: SessionMacroTests.Mood = .calm
  @SessionPropertyEntry fileprivate var guest: String?
}

/// Types that macros have completed, where sessions use them.
struct SessionMacroTests {
  enum Mood { case calm, curious }

  @Generable struct Order: Equatable {
    @Guide(.range(1...4)) var guests: Int
    var drink: Drink
    var meals: [Meal]

    @Generable enum Drink { case tea, water }
    @Generable enum Meal: Equatable { case soup(warm: Bool), bread }
  }

  fileprivate struct Kitchen: Tool {
    let description = "Prepares meals."
    @SessionProperty(\.tries) var tries

    @Generable struct Arguments {
      @Guide(description: "What to prepare", .count(1...3)) var meals: [Order.Meal]
      var note: String?
    }

    @Generable struct Result { var minutes: Int }

    func call(arguments: Arguments) async throws -> Result {
      tries += 1
      return Result(minutes: arguments.meals.count * 10)
    }
  }

  private static let pieces = [
    #"{"guests": 2, "#, #""drink": "wa"#, #"ter", "meals": ["#, #"{"type": "so"#, #"up", "warm": t"#, #"rue}, "#,
    #"{"type": "bread"}]}"#,
  ]

  @Test func aSessionRespondsWithAValue() async throws {
    let text = Self.pieces.joined()
    let session = LanguageModelSession(model: ScriptedModel(text).able(to: .guidedGeneration))
    let response = try await session.respond(to: "Order", generating: Order.self)
    #expect(response.content == Order(guests: 2, drink: .water, meals: [.soup(warm: true), .bread]))
    #expect(response.content.generatedContent.jsonString == text)
  }

  @Test func aStreamShowsWhatCanBeTold() async throws {
    let model = ScriptedModel { _, channel in
      for piece in Self.pieces { await channel.send(.response(action: .appendText(piece, tokenCount: 1))) }
    }
    let session = LanguageModelSession(model: model.able(to: .guidedGeneration))
    var drinks: [Order.Drink?] = []
    var meals: [Int?] = []
    for try await snapshot in session.streamResponse(to: "Order", generating: Order.self) {
      drinks.append(snapshot.content.drink)
      meals.append(snapshot.content.meals?.count)
    }
    #expect(drinks == [nil, nil, .water, .water, .water, .water, .water])
    #expect(meals == [nil, nil, 0, 0, 1, 1, 2])
  }

  @Test func aToolHasArgumentsAndAResult() async throws {
    let model = ScriptedModel.steps(
      ScriptedModel.call(("1", "Kitchen", #"{"meals": [{"type": "bread"}, {"type": "soup", "warm": false}]}"#)),
      ScriptedModel.say("Done."))
    let session = LanguageModelSession(model: model, tools: [Kitchen()])
    #expect(try await session.respond(to: "Cook").content == "Done.")
    let outputs = session.transcript.compactMap { if case .toolOutput(let output) = $0 { output } else { nil } }
    guard case .structure(let segment)? = outputs.first?.segments.first else {
      Issue.record("the tool's result is no structure")
      return
    }
    #expect(segment.content.jsonString == #"{"minutes": 20}"#)
    #expect(session.properties.tries == 8)
  }

  @Test func aSessionHasItsOwnProperties() {
    let session = LanguageModelSession(model: ScriptedModel())
    let other = LanguageModelSession(model: ScriptedModel())
    #expect(session.properties.tries == 7 && session.properties.mood == .calm && session.properties.guest == nil)
    session.properties.mood = .curious
    session.properties.guest = "Ada"
    session.properties.tries -= 1
    #expect(session.properties.mood == .curious && session.properties.guest == "Ada" && session.properties.tries == 6)
    #expect(other.properties.mood == .calm && other.properties.guest == nil && other.properties.tries == 7)
  }
}
