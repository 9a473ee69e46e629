import FoundationModels

@Generable
struct Tags: Equatable {
  @Guide(description: "What the text is about", .maximumCount(5))
  let topics: [String]
  @Guide(description: "What somebody does in it", .element(.pattern(/[a-z ]+/)), .maximumCount(3))
  let actions: [String]
  @Guide(description: "The mood", .anyOf(["calm", "merry", "sad"]))
  let mood: String?
}

/// A tagger with the content tagging model.
struct Librarian {
  private let session: LanguageModelSession

  init(model: some LanguageModel = SystemLanguageModel(useCase: .contentTagging)) {
    session = LanguageModelSession(model: model)
  }

  func tags(for note: String) async throws -> Tags {
    try await session.respond(to: note, generating: Tags.self).content
  }
}

/// Tags many notes concurrently, with one session per note.
func tagAll(_ notes: [String], model: some LanguageModel) async throws -> [String: Tags] {
  try await withThrowingTaskGroup(of: (String, Tags).self) { group in
    for note in notes {
      group.addTask { (note, try await Librarian(model: model).tags(for: note)) }
    }
    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }
}
