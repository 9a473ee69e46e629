import Foundation
import Swiftlet

extension RemoteCheck {
  /// The error of a short request.
  private static func error(_ model: OpenAICompatibleLanguageModel, _ prompt: String = "Hello") async throws
    -> any Error
  {
    let response: LanguageModelSession.Response<String>
    do {
      let options = GenerationOptions(maximumResponseTokens: 8)
      response = try await LanguageModelSession(model: model).respond(to: prompt, options: options)
    } catch {
      return error
    }
    throw Failure(what: "answered \(response.content.debugDescription)")
  }

  @Sendable static func tooLong(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    var model = model
    if model.options.schemaForm == .jsonObject {
      // llama-cpp-python ends the stream without an error.
      model.options.bodyFields = ["stream": false.generatedContent, "stream_options": GeneratedContent(kind: .null)]
    }
    let error = try await error(model, String(repeating: "word ", count: 100_000))
    guard case LanguageModelError.contextSizeExceeded(let details) = error else { throw error }
    return "\(details.tokenCount) tokens, \(details.contextSize) allowed"
  }

  @Sendable static func wrongKey(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let other = OpenAICompatibleLanguageModel(
      baseURL: model.baseURL, model: model.name, apiKey: "sk-wrong", options: model.options)
    let error = try await error(other)
    guard case OpenAICompatibleLanguageModelError.unauthorized(let status, let reason) = error else { throw error }
    return "\(status) \(reason)"
  }

  @Sendable static func wrongPath(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let other = OpenAICompatibleLanguageModel(
      baseURL: model.baseURL.appending(path: "nowhere"), model: model.name, options: model.options)
    let error = try await error(other)
    switch error {
    case OpenAICompatibleLanguageModelError.notFound, OpenAICompatibleLanguageModelError.unauthorized:
      return "\(error)"
    default: throw error
    }
  }

  @Sendable static func wrongField(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    var model = model
    model.options.bodyFields["messages"] = "none".generatedContent
    let error = try await error(model)
    switch error {
    case OpenAICompatibleLanguageModelError.rejected, OpenAICompatibleLanguageModelError.serverFailed: return "\(error)"
    default: throw error
    }
  }
}
