import Foundation
import Testing

@testable import Swiftlet

@Generable
private struct Pet {
  @Guide(description: "What it is called", .pattern(/[A-Z][a-z]{2,8}/)) var name: String
  @Guide(.range(0...30)) var age: Int
  var kind: Kind
  @Guide(.maximumCount(3)) var likes: [String]
  var owner: Owner?

  @Generable enum Kind: String { case cat, dog, bird }

  @Generable struct Owner {
    var name: String
    var friendly: Bool
    @Guide(.range(0.5...2.5)) var height: Double
  }
}

@Generable
private enum Order {
  case tea(sugar: Bool)
  case cake(slices: Int)
  case nothing
}

/// Values from the shipped model, which has never seen a schema: it is the guide that makes them.
@Suite(.serialized, .enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
struct GuidedModelTests {
  private func options(_ seed: UInt64, limit: Int? = 120) -> GenerationOptions {
    GenerationOptions(
      samplingMode: .random(top: 1000, seed: seed), temperature: 1.5, maximumResponseTokens: limit)
  }

  @Test(arguments: 0..<40) func everyDrawIsAValueOfItsType(_ seed: UInt64) async throws {
    let response = try await LanguageModelSession().respond(
      to: "A pet.", generating: Pet.self, options: options(seed, limit: 60 + Int(seed) * 4))
    let pet = response.content
    #expect(pet.name.wholeMatch(of: /[A-Z][a-z]{2,8}/) != nil && (0...30).contains(pet.age) && pet.likes.count <= 3)
    if let owner = pet.owner { #expect((0.5...2.5).contains(owner.height)) }
    #expect(response.rawContent.isComplete)
    let order = try await LanguageModelSession().respond(to: "Order.", generating: Order.self, options: options(seed))
    #expect(
      try Order(GeneratedContent(json: order.rawContent.jsonString)).generatedContent == order.content.generatedContent)
  }

  @Test func streamsGrowTowardsTheValue() async throws {
    var names: [String] = []
    var last: Pet.PartiallyGenerated?
    let stream = LanguageModelSession().streamResponse(to: "A pet.", generating: Pet.self, options: options(3))
    for try await snapshot in stream {
      if let name = snapshot.content.name { names.append(name) }
      last = snapshot.content
    }
    #expect(zip(names, names.dropFirst()).allSatisfy { $1.hasPrefix($0) } && !names.isEmpty)
    let whole = try await stream.collect().content
    #expect(last?.name == whole.name && last?.age == whole.age && last?.likes == whole.likes)
  }

  @Test func schemasMadeAtRunTimeAreFollowed() async throws {
    let menu = DynamicGenerationSchema(
      name: "Menu",
      properties: [
        .init(name: "dish", schema: DynamicGenerationSchema(name: "Dish", anyOf: ["soup", "salad", "bread"])),
        .init(name: "price", schema: DynamicGenerationSchema(type: Int.self, guides: [.range(1...20)])),
      ])
    let schema = try GenerationSchema(root: menu, dependencies: [])
    for seed: UInt64 in 0..<10 {
      let content = try await LanguageModelSession().respond(
        to: "What is for lunch?", schema: schema, options: options(seed)
      ).content
      #expect(["soup", "salad", "bread"].contains(try content.value(String.self, forProperty: "dish")))
      #expect((1...20).contains(try content.value(Int.self, forProperty: "price")))
    }
  }

  @Test func tooFewTokensAreRefusedBeforeTheFirst() async throws {
    let session = LanguageModelSession()
    let error = await #expect(throws: (any Error).self) {
      try await session.respond(to: "A pet.", generating: Pet.self, options: options(1, limit: 3))
    }
    #expect(error.map { "\($0)".hasSuffix("tokens, but only 3 are available") } == true)
    #expect(session.transcript.isEmpty)
    #expect(!session.isResponding)
  }

  @Test func valuesAndTextsTakeTurns() async throws {
    let session = LanguageModelSession(instructions: "You tell of pets.")
    _ = try await session.respond(to: "A pet.", generating: Pet.self, options: options(5))
    let text = try await session.respond(
      to: "And?", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12))
    #expect(!text.content.isEmpty && session.transcript.count == 5)
  }
}
