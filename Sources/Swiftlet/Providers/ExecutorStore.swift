import Synchronization

// A session holds models of any type; calls are forwarded to the executor of the model's current configuration.

extension LanguageModel {
  /// Prewarms the executor for a request that begins with the transcript.
  func prewarm(transcript: Transcript, executors: ExecutorStore) {
    // Errors are ignored: the request will fail with the same error and report it to its caller.
    try? executors.executor(for: self).prewarm(model: self, transcript: transcript)
  }

  /// Generates the answer to a request.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, executors: ExecutorStore,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executors.executor(for: self).respond(to: request, model: self, streamingInto: channel)
  }
}

/// The executors that a session has used.
///
/// The store retains them for the lifetime of the session.
final class ExecutorStore: Sendable {
  private let slots = Mutex<[ExecutorRegistry.Key: any AnyObject & Sendable]>([:])

  /// Returns the executor of a model's current configuration.
  func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    try slot(for: model.executorConfiguration, of: Model.Executor.self).executor()
  }

  /// Returns the slot of the executor with a type and configuration.
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
