import Swiftlet

/// A tool that returns the weather of each day.
struct Weather: Tool {
  struct Closed: Error {}

  let name = "getWeather"
  let description = "Tells the weather of a city."
  var isClosed = false

  @Generable struct Arguments {
    var city: String
  }

  func call(arguments: Arguments) async throws -> String {
    if isClosed { throw Closed() }
    return #"{"condition": "sunny", "temperature": 24}"#
  }
}

extension Conversation {
  private static let question = "Do I need an umbrella in Lisbon?"

  func toolCall(_ model: some LanguageModel) async -> [String] {
    await respond(LanguageModelSession(model: model, tools: [Weather()]), to: Self.question)
  }

  func requiredToolCall(_ model: some LanguageModel) async -> [String] {
    let session = LanguageModelSession(model: model, tools: [Weather(isClosed: true)])
    return await respond(
      session, to: Self.wish, options: GenerationOptions(samplingMode: .greedy, toolCallingMode: .required))
  }

  func failingTool(_ model: some LanguageModel) async -> [String] {
    let session = LanguageModelSession(model: model, tools: [Weather(isClosed: true)])
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    return await respond(session, to: Self.question)
  }
}
