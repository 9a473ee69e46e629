import Foundation
import Swiftlet

// Asks a server on which a small model runs, and checks what does not depend on how clever the model is.
// usage: RemoteCheck BASE_URL MODEL [API_KEY [FORM_OF_SCHEMAS]]

/// A value that even a model without knowledge can make, since the schema leaves nothing else.
struct Answer: Generable {
  var mood: String
  var count: Int
  var certain: Bool?

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "mood", type: String.self, guides: [.anyOf(["glad", "sad"])]),
        .init(name: "count", type: Int.self), .init(name: "certain", type: Bool?.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    mood = try content.value(forProperty: "mood")
    count = try content.value(forProperty: "count")
    certain = try content.value(forProperty: "certain")
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["mood": mood, "count": count]) }
}

/// What was expected and did not come.
struct Failure: Error {
  var what: String
}

@main
struct RemoteCheck {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let url = URL(string: arguments[1]) else {
      print("usage: RemoteCheck BASE_URL MODEL [API_KEY [FORM_OF_SCHEMAS]]")
      exit(2)
    }
    let key = arguments.count > 3 ? arguments[3] : nil
    var model = OpenAICompatibleLanguageModel(baseURL: url, model: arguments[2], apiKey: key)
    if arguments.count > 4, let form = OpenAICompatibleLanguageModel.Options.SchemaForm(rawValue: arguments[4]) {
      model.options.schemaForm = form
    }
    var failures = 0
    for (name, check) in checks {
      do {
        print("ok    \(name): \(try await check(model))")
      } catch {
        failures += 1
        print("FAIL  \(name): \(error)")
      }
    }
    exit(failures == 0 ? 0 : 1)
  }

  typealias Check = @Sendable (OpenAICompatibleLanguageModel) async throws -> String

  static let checks: [(String, Check)] = [
    ("text", text), ("greedy is repeatable", greedy), ("stream", stream), ("length", length), ("value", value),
    ("conversation too long", tooLong), ("cancellation", cancellation), ("8 at once", many),
  ]

  @Sendable static func text(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let session = LanguageModelSession(model: model, instructions: "Answer in one word.")
    let options = GenerationOptions(maximumResponseTokens: 16)
    let first = try await session.respond(to: "Say hello.", options: options)
    let second = try await session.respond(to: "Again.", options: options)
    // Not all servers count.
    let (before, after) = (first.usage.input.totalTokenCount, second.usage.input.totalTokenCount)
    guard session.transcript.count == 5, after > before || before == 0 && after == 0 else {
      throw Failure(what: "\(session.transcript.count) entries, \(first.usage), \(second.usage)")
    }
    return "\(first.content.debugDescription), \(second.usage.totalTokenCount) tokens, "
      + "\(second.usage.input.cachedTokenCount) of them cached"
  }

  @Sendable static func greedy(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 24)
    let first = try await LanguageModelSession(model: model).respond(to: "Tell a story.", options: options).content
    let second = try await LanguageModelSession(model: model).respond(to: "Tell a story.", options: options).content
    guard first == second else { throw Failure(what: "\(first.debugDescription), then \(second.debugDescription)") }
    return first.debugDescription
  }

  @Sendable static func stream(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 24)
    var count = 0
    var last = ""
    for try await snapshot in LanguageModelSession(model: model).streamResponse(to: "Tell a story.", options: options) {
      guard snapshot.content.hasPrefix(last) else { throw Failure(what: "a snapshot that does not go on") }
      last = snapshot.content
      count += 1
    }
    guard count > 1 else { throw Failure(what: "\(count) snapshots") }
    return "\(count) snapshots"
  }

  @Sendable static func length(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 5)
    let response = try await LanguageModelSession(model: model).respond(to: "Tell a story.", options: options)
    guard response.usage.output.totalTokenCount <= 5 else { throw Failure(what: "\(response.usage)") }
    return "\(response.usage.output.totalTokenCount) tokens"
  }

  @Sendable static func value(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 200)
    let response = try await LanguageModelSession(model: model).respond(
      to: "How are you?", generating: Answer.self, options: options)
    guard ["glad", "sad"].contains(response.content.mood) else { throw Failure(what: response.content.mood) }
    return response.rawContent.jsonString
  }

  @Sendable static func tooLong(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    do {
      _ = try await LanguageModelSession(model: model).respond(to: String(repeating: "word ", count: 100_000))
    } catch LanguageModelError.contextSizeExceeded(let details) {
      return "\(details.tokenCount) tokens, \(details.contextSize) allowed"
    }
    throw Failure(what: "an answer")
  }

  @Sendable static func cancellation(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let session = LanguageModelSession(model: model)
    let task = Task { try await session.respond(to: "Tell a long story.").content }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    // A model that is quick may have finished.
    let result = await task.result
    if case .failure(let error) = result, !(error is CancellationError) { throw error }
    return (try? result.get()) == nil ? "cancelled" : "was quicker"
  }

  @Sendable static func many(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 12)
    let tokens = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await LanguageModelSession(model: model).respond(to: "Number \(number)", options: options)
            .usage.output.totalTokenCount
        }
      }
      return try await group.reduce(0, +)
    }
    return "\(tokens) tokens"
  }
}
