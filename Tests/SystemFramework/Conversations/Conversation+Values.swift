import Swiftlet

@Generable struct Person {
  var name: String
  @Guide(.range(0...120)) var age: Int
  @Guide(description: "The town") var city: String
}

@Generable(description: "People on a journey") struct Party {
  @Guide(.count(2)) var people: [Person]
  @Guide(description: "How they travel") var vehicle: Vehicle
  @Guide(/[A-Z]{2}-[0-9]{3}/) var code: String
  @Guide(.minimum(0.5)) var hours: Double
  var note: String?
}

@Generable enum Vehicle { case train, ship, bicycle }

extension Conversation {
  private static let letter = "Anna Berg is 42 years old and lives in Oslo."

  func value(_ model: some LanguageModel) async throws -> [String] {
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: Self.letter, generating: Person.self, options: Self.greedy)
    let person = response.content
    return ["\(person.name) | \(person.age) | \(person.city)", counts(response.usage)] + lines(of: session)
  }

  func nestedValue(_ model: some LanguageModel) async throws -> [String] {
    let session = LanguageModelSession(model: model)
    // The definitions of a schema that was decoded are in the order of their names, so it is not shown to the model.
    let response = try await session.respond(
      to: Self.letter, generating: Party.self,
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 400),
      contextOptions: ContextOptions(includeSchemaInPrompt: false))
    return ["\(response.content.people.count)", response.rawContent.jsonString] + lines(of: session)
  }

  func valueStream(_ model: some LanguageModel) async throws -> [String] {
    let session = LanguageModelSession(model: model)
    // A reader that is slow misses snapshots, so that only what is true of any of them can be compared.
    var (name, age) = ("", Int?.none)
    var grows = true
    for try await snapshot in session.streamResponse(to: Self.letter, generating: Person.self, options: Self.greedy) {
      let next = snapshot.content.name ?? ""
      grows = grows && next.hasPrefix(name) && (age == nil || snapshot.content.age != nil)
      (name, age) = (next, snapshot.content.age)
    }
    return ["\(name) \(age.map(String.init) ?? "–")", "each continues the one before: \(grows)"] + lines(of: session)
  }

  func dynamicSchema(_ model: some LanguageModel) async throws -> [String] {
    let root = DynamicGenerationSchema(
      name: "Trip",
      properties: [
        .init(name: "town", schema: DynamicGenerationSchema(type: String.self)),
        .init(
          name: "by", description: "How to get there",
          schema: DynamicGenerationSchema(name: "By", anyOf: ["train", "ship"])),
        .init(name: "days", schema: DynamicGenerationSchema(type: Int.self, guides: [.range(1...9)]), isOptional: true),
      ])
    let session = LanguageModelSession(model: model)
    let schema = try GenerationSchema(root: root, dependencies: [])
    let response = try await session.respond(
      to: "Anna takes the train to Bergen.", schema: schema, options: Self.greedy)
    return [response.content.jsonString] + lines(of: session)
  }

  func valueWithoutRoom(_ model: some LanguageModel) async -> [String] {
    let session = LanguageModelSession(model: model)
    do {
      _ = try await session.respond(
        to: Self.letter, generating: Person.self,
        options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 5))
      return ["no error"]
    } catch {
      return [words(for: error)] + lines(of: session)
    }
  }

  func unsupportedGuide(_ model: some LanguageModel) async -> [String] {
    let root = DynamicGenerationSchema(
      name: "Word",
      properties: [
        .init(name: "word", schema: DynamicGenerationSchema(type: String.self, guides: [.pattern(/(a)\1/)]))
      ])
    let session = LanguageModelSession(model: model)
    do {
      let schema = try GenerationSchema(root: root, dependencies: [])
      _ = try await session.respond(to: "A word.", schema: schema, options: Self.greedy)
      return ["no error"]
    } catch {
      return [words(for: error)] + lines(of: session)
    }
  }
}
