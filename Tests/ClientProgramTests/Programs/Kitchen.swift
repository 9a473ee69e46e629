import FoundationModels

/// A menu with a dynamic schema.
struct Kitchen {
  var soups: [String]
  var isSunday: Bool

  func schema() throws -> GenerationSchema {
    let soup = DynamicGenerationSchema(name: "Soup", description: "A soup of the house", anyOf: soups)
    let dish = DynamicGenerationSchema(
      name: "Dish",
      properties: [
        DynamicGenerationSchema.Property(name: "name", schema: DynamicGenerationSchema(type: String.self)),
        DynamicGenerationSchema.Property(
          name: "price", description: "In euros",
          schema: DynamicGenerationSchema(type: Int.self, guides: [.range(8...40)])),
        DynamicGenerationSchema.Property(
          name: "side", schema: DynamicGenerationSchema(referenceTo: "Dish"), isOptional: true),
      ])
    var courses = [
      DynamicGenerationSchema.Property(name: "soup", schema: DynamicGenerationSchema(referenceTo: "Soup")),
      DynamicGenerationSchema.Property(
        name: "dishes",
        schema: DynamicGenerationSchema(
          arrayOf: DynamicGenerationSchema(referenceTo: "Dish"), minimumElements: 1, maximumElements: 3)),
    ]
    if isSunday {
      courses.append(.init(name: "cake", description: "Only on Sundays", schema: .init(type: Bool.self)))
    }
    let menu = DynamicGenerationSchema(name: "Menu", properties: courses)
    return try GenerationSchema(root: menu, dependencies: [soup, dish])
  }

  func menu(model: some LanguageModel = SystemLanguageModel.default) async throws -> [String] {
    let session = LanguageModelSession(model: model, instructions: "You write the menu of an inn.")
    let content = try await session.respond(to: "Write today's menu.", schema: schema()).content
    let dishes = try content.value([GeneratedContent].self, forProperty: "dishes")
    var lines = ["Soup: \(try content.value(String.self, forProperty: "soup"))"]
    for dish in dishes {
      let side = try dish.value(GeneratedContent?.self, forProperty: "side")
      let addition = try side.map { " with \(try $0.value(String.self, forProperty: "name"))" } ?? ""
      let (name, price): (String, Int) = try (dish.value(forProperty: "name"), dish.value(forProperty: "price"))
      lines.append("\(name)\(addition), \(price) euros")
    }
    if try content.value(Bool?.self, forProperty: "cake") == true { lines.append("Cake") }
    return lines
  }
}
