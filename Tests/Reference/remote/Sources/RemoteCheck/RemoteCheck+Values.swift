import Swiftlet

/// A value that any model generates, because the schema allows no other.
@Generable
struct Answer: Equatable {
  @Guide(.anyOf(["glad", "sad"])) var mood: String
  var count: Int
  var certain: Bool?
}

/// A tool that records its arguments and throws, so that the request ends with the call.
struct Weather: Tool {
  let description = "Tells the weather in a city."

  @Generable
  struct Arguments {
    @Guide(.anyOf(["Paris", "Bonn"])) var city: String
  }

  struct Called: Error {
    var city: String
  }

  func call(arguments: Arguments) throws -> String {
    throw Called(city: arguments.city)
  }
}

extension RemoteCheck {
  @Sendable static func value(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 200)
    let response = try await LanguageModelSession(model: model).respond(
      to: "How are you?", generating: Answer.self, options: options)
    guard ["glad", "sad"].contains(response.content.mood) else { throw Failure(what: response.content.mood) }
    return response.rawContent.jsonString
  }

  @Sendable static func growingValue(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 200)
    let stream = LanguageModelSession(model: model).streamResponse(
      to: "How are you?", generating: Answer.self, options: options)
    var count = 0
    var last: Answer.PartiallyGenerated?
    for try await snapshot in stream {
      count += 1
      last = snapshot.content
    }
    guard count > 1, let last, ["glad", "sad"].contains(last.mood), last.count != nil else {
      throw Failure(what: "\(count) snapshots, at last \(String(describing: last))")
    }
    return "\(count) snapshots"
  }

  @Sendable static func toolCall(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    var model = model
    var options = GenerationOptions(maximumResponseTokens: 200)
    options.toolCallingMode = .required
    if model.options.schemaForm == .jsonObject {
      // llama-cpp-python does not support `required`, only the name of a tool.
      model.options.bodyFields["tool_choice"] = try GeneratedContent(
        json: #"{"type": "function", "function": {"name": "Weather"}}"#)
    }
    let session = LanguageModelSession(model: model, tools: [Weather()])
    do {
      let response = try await session.respond(to: "Weather in Paris?", options: options)
      throw Failure(what: "answered \(response.content.debugDescription)")
    } catch let error as LanguageModelSession.ToolCallError {
      guard let called = error.underlyingError as? Weather.Called, ["Paris", "Bonn"].contains(called.city) else {
        throw error
      }
      return "with \(called.city)"
    }
  }

  @Sendable static func toolOutput(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let arguments = GeneratedContent(properties: ["city": "Paris"])
    let call = Transcript.ToolCall(id: "call_1", toolName: "Weather", arguments: arguments)
    let transcript = Transcript(entries: [
      .prompt(Transcript.Prompt(segments: [.text(.init(content: "Weather in Paris?"))])),
      .toolCalls(Transcript.ToolCalls([call])),
      .toolOutput(
        Transcript.ToolOutput(id: "call_1", toolName: "Weather", segments: [.text(.init(content: "It rains."))])),
      .response(Transcript.Response(assetIDs: [], segments: [.text(.init(content: "It rains in Paris."))])),
    ])
    let session = LanguageModelSession(model: model, transcript: transcript)
    let response = try await session.respond(to: "Say more.", options: GenerationOptions(maximumResponseTokens: 12))
    guard session.transcript.count == 6 else { throw Failure(what: "\(session.transcript.count) entries") }
    return "\(response.usage.input.totalTokenCount) tokens read"
  }
}
