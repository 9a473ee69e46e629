import Foundation
import SwiftletWeights
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

  @Test("2.14 With too few tokens for any value, the error has what there was of it", arguments: [0, 3, 6])
  func tooFewTokens(limit: Int) async throws {
    let session = LanguageModelSession()
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "A pet.", generating: Pet.self, options: options(1, limit: limit))
    }
    let text = try #require(error?.rawContent)
    let content = try GeneratedContent(json: text)
    #expect(!content.isComplete && text.isEmpty == (limit == 0))
    let missing = ["name", "age", "kind", "likes"].first {
      (try? content.value(GeneratedContent.self, forProperty: $0)) == nil
    }
    let property = try #require(missing)
    let bridged = try #require(error) as NSError
    #expect(bridged.domain == "FoundationModels.GeneratedContent.ParsingError" && bridged.code == 1)
    for description in [bridged.localizedDescription, error?.debugDescription] {
      #expect(description?.contains("does not contain a property '\(property)'") == true)
      #expect(description?.contains("truncated after \(limit) tokens") == true)
    }
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  @Test("2.14 A stream shows what there is of the value before the error")
  func streamsWithTooFewTokens() async throws {
    let session = LanguageModelSession()
    var last: GeneratedContent?
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      let stream = session.streamResponse(to: "A pet.", generating: Pet.self, options: options(1, limit: 6))
      for try await snapshot in stream { last = snapshot.rawContent }
    }
    let text = try #require(error?.rawContent)
    #expect(try last?.jsonString == GeneratedContent(json: text).jsonString && last?.isComplete == false)
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  @Test("An answer for which the context has no room exceeds the context")
  func tooSmallAContext() async throws {
    let file = try #require(DefaultModel.url)
    let session = LanguageModelSession(model: try GGUFLanguageModel(contentsOf: file, contextSize: 20))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(
        to: "A", generating: Pet.self, includeSchemaInPrompt: false, options: options(1, limit: nil))
    }
    guard case .contextSizeExceeded(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.contextSize == 20 && details.tokenCount > 20)
  }

  @Test func valuesAndTextsTakeTurns() async throws {
    let session = LanguageModelSession(instructions: "You tell of pets.")
    _ = try await session.respond(to: "A pet.", generating: Pet.self, options: options(5))
    let text = try await session.respond(
      to: "And?", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12))
    #expect(!text.content.isEmpty && session.transcript.count == 5)
  }
}
