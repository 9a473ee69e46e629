import FoundationModels

// Of the spellings of the first beta, those that still compile. The others are in the article on them.

/// A tool that answers as in the first beta.
struct OldTimetable: Tool {
  let description = "Finds the next departure."

  func call(arguments: Leg) async throws -> ToolOutput {
    guard arguments.kilometres > 0 else { return ToolOutput("Nowhere to go") }
    return ToolOutput(GeneratedContent(properties: ["to": arguments.to]))
  }
}

func spellingsOfTheFirstBeta(_ session: LanguageModelSession) async throws {
  for try await partial in session.streamResponse(to: "text", generating: Leg.self) {
    let _: String? = partial.to
    let _: Int? = partial.kilometres
  }
}
