import FoundationModels
import Observation

@Generable(description: "A dish that can be cooked at home")
struct Recipe: Equatable {
  @Guide(description: "What the dish is called")
  var name: String

  @Guide(description: "How hard it is")
  var difficulty: Difficulty

  @Guide(description: "Minutes of work", .range(5...120))
  var minutes: Int

  @Guide(description: "What goes in", .count(1...12))
  var ingredients: [Ingredient]

  @Guide(description: "What to do, in order", .minimumCount(1))
  var steps: [String]

  var note: String?
}

@Generable
struct Ingredient: Equatable {
  var name: String
  @Guide(description: "How much", .minimum(0))
  var amount: Double
  @Guide(.anyOf(["g", "ml", "piece"]))
  var unit: String
}

@Generable
enum Difficulty: String {
  case easy, medium, hard
}

/// A recipe generator for available ingredients.
@MainActor
@Observable
final class RecipeBook {
  private(set) var suggestions: [Recipe.PartiallyGenerated] = []
  private let session: LanguageModelSession

  init(model: some LanguageModel = SystemLanguageModel.default) {
    session = LanguageModelSession(model: model) {
      "You are a cook who wastes nothing."
      "Suggest only dishes that need no other ingredients than salt, pepper and oil."
      """
      Here is a dish as you would write it down:
      """
      Self.example
    }
  }

  static let example = Recipe(
    name: "Omelette", difficulty: .easy, minutes: 10,
    ingredients: [Ingredient(name: "egg", amount: 3, unit: "piece")],
    steps: ["Whisk the eggs.", "Fry them gently."], note: nil)

  /// Generates one recipe.
  func recipe(from larder: [String]) async throws -> Recipe {
    try await session.respond(generating: Recipe.self, options: GenerationOptions(temperature: 0.3)) {
      "Suggest a dish made of:"
      for food in larder { "- \(food)" }
      if larder.isEmpty { "nothing but water" }
    }.content
  }

  /// Streams several recipes.
  func suggest(_ count: Int, from larder: [String]) async throws {
    let stream = session.streamResponse(
      to: "Suggest \(count) dishes made of \(larder.joined(separator: ", ")).", generating: [Recipe].self,
      includeSchemaInPrompt: false)
    for try await snapshot in stream {
      suggestions = snapshot.content
    }
  }
}
