import Swiftlet

extension RemoteCheck {
  /// The number of requests that are cancelled.
  private static let cancellations = 60

  @Sendable static func cancellation(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 64)
    let cancelled = try await withThrowingTaskGroup(of: Bool.self) { group in
      var cancelled = 0
      for number in 0..<cancellations {
        if number >= 4, try await group.next() == true { cancelled += 1 }
        group.addTask {
          let task = Task {
            try await LanguageModelSession(model: model).respond(to: "Tell a long story.", options: options).content
          }
          try await Task.sleep(for: .milliseconds(.random(in: 0...80)))
          task.cancel()
          // A fast model may have finished.
          let result = await task.result
          if case .failure(let error) = result, !(error is CancellationError) { throw error }
          return (try? result.get()) == nil
        }
      }
      return try await group.reduce(cancelled) { $0 + ($1 ? 1 : 0) }
    }
    // The server must be idle now.
    let response = try await LanguageModelSession(model: model).respond(to: "Hello", options: options)
    return "\(cancelled) of \(cancellations), then \(response.usage.output.totalTokenCount) tokens"
  }

  @Sendable static func leftEarly(_ model: OpenAICompatibleLanguageModel) async throws -> String {
    let options = GenerationOptions(maximumResponseTokens: 64)
    for _ in 0..<20 {
      let session = LanguageModelSession(model: model)
      for try await _ in session.streamResponse(to: "Tell a long story.", options: options) { break }
    }
    let response = try await LanguageModelSession(model: model).respond(to: "Hello", options: options)
    return "\(response.usage.output.totalTokenCount) tokens afterwards"
  }
}
