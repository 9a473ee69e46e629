import SwiftletJSON
import Foundation
import SwiftletGuides
import TestSupport
import Testing

@testable import Swiftlet

/// The default model is trained on prompts that show schemas as sessions show them.
struct TrainingSchemaTests {
  @Generable struct TrainingAddress {
    var street: String
    var city: String
  }

  @Generable(description: "A \"person\"") struct TrainingPerson {
    @Guide(description: "The person's name") var name: String
    @Guide(.range(6...95)) var age: Int
    var isMarried: Bool?
    var address: TrainingAddress
  }

  @Generable struct TrainingRecipe {
    @Guide(description: "What is needed", .count(2...5)) var ingredients: [String]
    @Guide(description: "How hard it is", .anyOf(["easy", "hard"])) var difficulty: String
    var price: Double
  }

  @Generable enum TrainingUrgency: String {
    case low, notUrgent = "not urgent", accented = "é"
  }

  @Generable struct TrainingTree {
    var label: String
    var home: TrainingAddress?
    var work: TrainingAddress
    @Guide(.maximumCount(1)) var branches: [TrainingTree]
  }

  @Test func areWrittenAsSessionsWriteThem() throws {
    let file = URL(filePath: TestFiles.fixture("training/schemas.jsonl"))
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(String.self, from: Data($0.utf8))
    }
    let schemas = [
      TrainingPerson.generationSchema, TrainingUrgency.generationSchema, TrainingRecipe.generationSchema,
      Int.generationSchema, [String].generationSchema, TrainingTree.generationSchema,
    ]
    #expect(lines == schemas.map { SchemaPrompt($0.json).text })
  }
}
