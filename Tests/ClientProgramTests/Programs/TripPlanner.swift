import FoundationModels
import Observation

@Generable
struct Itinerary {
  @Guide(description: "A name for the trip that makes one want to go")
  var title: String
  @Guide(.anyOf(Landmark.names))
  var landmark: String
  var rationale: String
  @Guide(description: "One plan for each day", .count(2))
  var days: [DayPlan]
}

@Generable
struct DayPlan: Identifiable {
  var id: GenerationID
  var title: String
  @Guide(.count(1...3))
  var activities: [Activity]
}

@Generable
struct Activity {
  var kind: Kind
  var title: String

  @Generable
  enum Kind { case sightseeing, meal, hotel }
}

struct Landmark {
  let name: String
  let country: String
  static let all = [Landmark(name: "Pulpit Rock", country: "Norway"), Landmark(name: "Etna", country: "Italy")]
  static var names: [String] { all.map(\.name) }
}

/// A tool that finds places near a landmark.
final class FindPlaces: Tool {
  let name = "findPlaces"
  let description = "Finds places of a kind near the landmark of the trip."
  let landmark: Landmark

  init(near landmark: Landmark) {
    self.landmark = landmark
  }

  @Generable
  enum Category: String, CaseIterable { case restaurant, hotel, museum }

  @Generable
  struct Arguments {
    @Guide(description: "The kind of place")
    let category: Category
    @Guide(description: "What the place should be like")
    let wish: String
  }

  func call(arguments: Arguments) async throws -> String {
    """
    Near \(landmark.name) there is a \(arguments.category.rawValue) that is \(arguments.wish): \
    \(landmark.country) House.
    """
  }
}

/// A planner that streams an itinerary.
@MainActor
@Observable
final class TripPlanner {
  private(set) var itinerary: Itinerary.PartiallyGenerated?
  private(set) var dayIdentities: [[GenerationID]] = []
  private let session: LanguageModelSession
  private let landmark: Landmark

  init(landmark: Landmark, model: some LanguageModel = SystemLanguageModel.default) {
    self.landmark = landmark
    let places = FindPlaces(near: landmark)
    session = LanguageModelSession(model: model, tools: [places]) {
      "Your job is to plan a trip for the traveller."
      "Each day needs something to see, something to eat and somewhere to sleep."
      "Always use \(places.name) to find places near \(landmark.name)."
    }
  }

  func prepare() {
    session.prewarm(promptPrefix: Prompt { "Plan two days at" })
  }

  func plan() async throws -> Itinerary {
    let stream = session.streamResponse(generating: Itinerary.self, options: GenerationOptions(samplingMode: .greedy)) {
      "Plan two days at"
      landmark.name
    }
    for try await snapshot in stream {
      itinerary = snapshot.content
      if let days = snapshot.content.days { dayIdentities.append(days.map(\.id)) }
    }
    return try await stream.collect().content
  }

  /// The lookups of the model.
  var lookups: [String] {
    session.transcript.flatMap { entry -> [String] in
      guard case .toolCalls(let calls) = entry else { return [] }
      return calls.map { "\($0.toolName) \($0.arguments.jsonString)" }
    }
  }
}
