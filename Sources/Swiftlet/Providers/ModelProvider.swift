import Synchronization

/// A model of any type together with its executors, as a session holds it.
protocol ModelProvider: Sendable {
  /// Makes ready for a request that will begin with the transcript.
  func prewarm(transcript: Transcript)

  /// Answers a request.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

/// The provider for a model of a known type.
final class Provider<Model: LanguageModel>: ModelProvider {
  private let model: Model

  /// The slots used so far.
  ///
  /// Holding them keeps their executors alive for as long as the session lives.
  private let slots = Mutex<[Model.Executor.Configuration: ExecutorSlot<Model.Executor>]>([:])

  init(_ model: Model) {
    self.model = model
  }

  func prewarm(transcript: Transcript) {
    // What goes wrong here goes wrong again in the request, whose caller can be told.
    try? executor().prewarm(model: model, transcript: transcript)
  }

  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executor().respond(to: request, model: model, streamingInto: channel)
  }

  /// The executor for the model's configuration of this moment.
  private func executor() throws -> Model.Executor {
    let configuration = model.executorConfiguration
    let slot = slots.withLock { slots in
      if let slot = slots[configuration] { return slot }
      let slot: ExecutorSlot<Model.Executor> = ExecutorRegistry.shared.slot(for: configuration)
      slots[configuration] = slot
      return slot
    }
    return try slot.executor()
  }
}
