import Synchronization

/// A model of any type, as a session holds it.
protocol ModelProvider: Sendable {
  /// What the model can do besides answering text with text.
  var capabilities: LanguageModelCapabilities { get }

  /// Makes ready for a request that will begin with the transcript.
  func prewarm(transcript: Transcript, executors: ExecutorStore)

  /// Answers a request.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, executors: ExecutorStore,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

/// The provider for a model of a known type.
struct Provider<Model: LanguageModel>: ModelProvider {
  private let model: Model

  init(_ model: Model) {
    self.model = model
  }

  var capabilities: LanguageModelCapabilities { model.capabilities }

  func prewarm(transcript: Transcript, executors: ExecutorStore) {
    // What goes wrong here goes wrong again in the request, whose caller can be told.
    try? executor(in: executors).prewarm(model: model, transcript: transcript)
  }

  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, executors: ExecutorStore,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executor(in: executors).respond(to: request, model: model, streamingInto: channel)
  }

  /// The executor for the model's configuration of this moment.
  private func executor(in executors: ExecutorStore) throws -> Model.Executor {
    try executors.slot(for: model.executorConfiguration, of: Model.Executor.self).executor()
  }
}

/// The executors that a session has used.
///
/// Holding their slots keeps them alive for as long as the session lives.
final class ExecutorStore: Sendable {
  private let slots = Mutex<[ExecutorRegistry.Key: any AnyObject & Sendable]>([:])

  /// The place where executors of a type and configuration are kept.
  func slot<Executor: LanguageModelExecutor>(
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
