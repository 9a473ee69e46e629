import Foundation

extension OpenAICompatibleLanguageModel {
  /// The worker behind models at an address.
  public struct Executor: LanguageModelExecutor {
    /// The model that the executor works for.
    public typealias Model = OpenAICompatibleLanguageModel

    /// An address.
    public struct Configuration: Hashable, Sendable {
      let baseURL: URL
    }

    private let endpoint: URL

    /// Creates the executor for an address.
    ///
    /// - Parameter configuration: The address.
    /// - Throws: ``OpenAICompatibleLanguageModelError/invalidEndpoint(reason:)``
    public init(configuration: Configuration) throws(OpenAICompatibleLanguageModelError) {
      endpoint = try Self.endpoint(at: configuration.baseURL)
    }

    /// Answers the last entry of a transcript.
    ///
    /// - Parameters:
    ///   - request: What to answer, and how.
    ///   - model: The model of the session that asks.
    ///   - channel: Where the answer goes, event by event.
    /// - Throws: ``LanguageModelError``, ``OpenAICompatibleLanguageModelError``, or `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: OpenAICompatibleLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try Task.checkCancellation()
      let inquiry = RemoteInquiry(
        request: request, model: model, urlRequest: try model.urlRequest(to: endpoint, request), client: HTTPClient())
      do {
        try await inquiry.run(streamingInto: channel)
      } catch let failure as HTTPFailure {
        throw failure.callersError
      }
    }
  }
}

extension OpenAICompatibleLanguageModel.Executor {
  /// The address that requests go to.
  private static func endpoint(at baseURL: URL) throws(OpenAICompatibleLanguageModelError) -> URL {
    guard let scheme = baseURL.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw .invalidEndpoint(reason: "the scheme is \(baseURL.scheme ?? "missing"), expected http or https")
    }
    guard baseURL.host?.isEmpty == false else { throw .invalidEndpoint(reason: "it names no host") }
    guard baseURL.user == nil, baseURL.password == nil else {
      throw .invalidEndpoint(reason: "it has a user or a password, expected the key in the model")
    }
    return baseURL.appending(path: "chat/completions")
  }
}
