import FoundationModels

/// Streams a story and then asks about it, in source that Apple's framework takes too.
@main
struct Story {
  static func main() async throws {
    guard SystemLanguageModel.default.isAvailable else {
      print("the model is not available: \(SystemLanguageModel.default.availability)")
      return
    }
    let session = LanguageModelSession(instructions: "You tell short stories for children.")
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)
    var shown = 0
    for try await snapshot in session.streamResponse(to: "Tell me a story about a fox.", options: options) {
      print(snapshot.content.dropFirst(shown), terminator: "")
      shown = snapshot.content.count
    }
    print()
    let answer = try await session.respond(to: "What was the fox called?", options: options)
    print(answer.content)
    print("\(session.transcript.count) entries in the transcript")
  }
}
