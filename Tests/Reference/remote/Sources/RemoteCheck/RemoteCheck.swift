import Foundation
import Swiftlet

// Tests a server with a small model, independent of the quality of the model.
// With servers that allow text before tool calls (llama-server), the model must be trained for tool calling.
// usage: RemoteCheck BASE_URL MODEL [API_KEY [FORM_OF_SCHEMAS]]

/// A failed expectation.
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
    for (name, check) in checks where key != nil || name != "wrong key" {
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
    ("a value as it grows", growingValue), ("a tool is called", toolCall), ("a tool's output is read", toolOutput),
    ("conversation too long", tooLong), ("wrong key", wrongKey), ("wrong path", wrongPath),
    ("wrong field", wrongField), ("cancellation", cancellation), ("stream left early", leftEarly), ("8 at once", many),
  ]

  @Sendable static func text(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let session = LanguageModelSession(model: model, instructions: "Answer in one word.")
    let options = GenerationOptions(maximumResponseTokens: 16)
    let first = try await session.respond(to: "Say hello.", options: options)
    let second = try await session.respond(to: "Again.", options: options)
    // Not all servers report token counts.
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
