import Foundation
import SwiftletHTTP

extension OpenAICompatibleLanguageModel {
  /// The executor of models at an address.
  public struct Executor: LanguageModelExecutor {
    /// The model type of the executor.
    public typealias Model = OpenAICompatibleLanguageModel

    /// The configuration of an executor: its base URL.
    public struct Configuration: Hashable, Sendable {
      let baseURL: URL
    }

    private let endpoint: URL

    /// Creates the executor for an address.
    ///
    /// - Parameter configuration: The configuration.
    /// - Throws: ``OpenAICompatibleLanguageModelError/invalidEndpoint(reason:)``
    public init(configuration: Configuration) throws(OpenAICompatibleLanguageModelError) {
      endpoint = try Self.endpoint(at: configuration.baseURL)
    }

    /// Generates the answer to the last entry of a transcript.
    ///
    /// - Parameters:
    ///   - request: The request to answer.
    ///   - model: The model of the requesting session.
    ///   - channel: The channel that receives the answer's events.
    /// - Throws: ``LanguageModelError``, ``OpenAICompatibleLanguageModelError``, or `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: OpenAICompatibleLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try Task.checkCancellation()
      let remoteRequest = RemoteRequest(
        request: request, model: model, urlRequest: try model.urlRequest(to: endpoint, request), client: HTTPClient())
      do {
        try await remoteRequest.run(streamingInto: channel)
      } catch let failure as HTTPFailure {
        throw failure.callerError
      }
    }
  }
}

extension OpenAICompatibleLanguageModel.Executor {
  /// The URL of chat completion requests.
  private static func endpoint(at baseURL: URL) throws(OpenAICompatibleLanguageModelError) -> URL {
    guard let scheme = baseURL.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw .invalidEndpoint(reason: "the scheme is \(baseURL.scheme ?? "missing"), expected http or https")
    }
    guard baseURL.host?.isEmpty == false else { throw .invalidEndpoint(reason: "it has no host") }
    guard baseURL.user == nil, baseURL.password == nil else {
      throw .invalidEndpoint(reason: "it has a user or a password, expected the key in the model")
    }
    return baseURL.appending(path: "chat/completions")
  }
}
