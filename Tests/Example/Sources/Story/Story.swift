import FoundationModels

/// The subject of a story.
@Generable(description: "The hero of a story")
struct Hero {
  @Guide(description: "What it is called") var name: String
  @Guide(.range(1...99)) var age: Int
  var animal: Animal

  @Generable enum Animal: String { case fox, owl }
}

/// A program that streams a story and asks a question about it; it also compiles with Apple's framework.
@main
struct Story {
  static func main() async throws {
    guard SystemLanguageModel.default.isAvailable else {
      print("the model is not available: \(SystemLanguageModel.default.availability)")
      return
    }
    let hero = try Hero(GeneratedContent(json: #"{"name": "Fin", "age": 3, "animal": "fox"}"#))
    let session = LanguageModelSession(instructions: "You tell short stories for children.")
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)
    var shown = 0
    let prompt = Prompt {
      "Tell me a story about \(hero.name), who is a \(hero.animal.rawValue)."
      hero
    }
    for try await snapshot in session.streamResponse(to: prompt, options: options) {
      print(snapshot.content.dropFirst(shown), terminator: "")
      shown = snapshot.content.count
    }
    print()
    let answer = try await session.respond(to: "What was the fox called?", options: options)
    print(answer.content)
    print("\(session.transcript.count) entries in the transcript")
  }
}
