import Synchronization

// A session holds models of any type; what it asks of one goes to the executor for the configuration of that moment.

extension LanguageModel {
  /// Makes ready for a request that will begin with the transcript.
  func prewarm(transcript: Transcript, executors: ExecutorStore) {
    // What goes wrong here goes wrong again in the request, whose caller can be told.
    try? executors.executor(for: self).prewarm(model: self, transcript: transcript)
  }

  /// Answers a request.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, executors: ExecutorStore,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executors.executor(for: self).respond(to: request, model: self, streamingInto: channel)
  }
}

/// The executors that a session has used.
///
/// Holding their slots keeps them alive for as long as the session lives.
final class ExecutorStore: Sendable {
  private let slots = Mutex<[ExecutorRegistry.Key: any AnyObject & Sendable]>([:])

  /// The executor for a model's configuration of this moment.
  func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    try slot(for: model.executorConfiguration, of: Model.Executor.self).executor()
  }

  /// The place where executors of a type and configuration are kept.
  private func slot<Executor: LanguageModelExecutor>(
    for configuration: Executor.Configuration, of type: Executor.Type
  ) -> ExecutorSlot<Executor> {
    let key = ExecutorRegistry.Key(type: ObjectIdentifier(type), configuration: configuration)
    return slots.withLock { slots in
      if let slot = slots[key] as? ExecutorSlot<Executor> { return slot }
      let slot: ExecutorSlot<Executor> = ExecutorRegistry.shared.slot(for: configuration)
      slots[key] = slot
      return slot
    }
  }
}
