import Synchronization

/// The executors that a session has used, which it keeps for its lifetime.
///
/// Equal configurations share one executor in this process. It is released with the last session that used it, together
/// with its weights and caches.
final class ExecutorStore: Sendable {
  private struct Weak {
    weak var slot: (any AnyObject & Sendable)?
  }

  /// The executors of this process.
  private static let shared = Mutex<[Key: Weak]>([:])

  private let slots = Mutex<[Key: any AnyObject & Sendable]>([:])

  /// Prewarms the executor of a model for a request that begins with a transcript.
  func prewarm(_ model: some LanguageModel, transcript: Transcript) {
    // Errors are ignored: the request will fail with the same error and report it to its caller.
    try? executor(for: model).prewarm(model: model, transcript: transcript)
  }

  /// Generates the answer of a model to a request.
  nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest, with model: some LanguageModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executor(for: model).respond(to: request, model: model, streamingInto: channel)
  }

  /// Returns the executor of a model's current configuration.
  private func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    let configuration = model.executorConfiguration
    let key = Key(type: ObjectIdentifier(Model.Executor.self), configuration: configuration)
    let slot = slots.withLock { slots in
      if let slot = slots[key] as? ExecutorSlot<Model.Executor> { return slot }
      let slot = Self.sharedSlot(key, ExecutorSlot<Model.Executor>(configuration: configuration))
      slots[key] = slot
      return slot
    }
    return try slot.executor()
  }

  /// Returns the slot of a key in this process, which is a fresh one if there is none.
  private static func sharedSlot<Executor>(_ key: Key, _ fresh: ExecutorSlot<Executor>) -> ExecutorSlot<Executor> {
    shared.withLock { slots in
      if let slot = slots[key]?.slot as? ExecutorSlot<Executor> { return slot }
      slots = slots.filter { $0.value.slot != nil }
      slots[key] = Weak(slot: fresh)
      return fresh
    }
  }
}

extension ExecutorStore {
  /// An executor's type and configuration.
  private struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let configuration: any Hashable & Sendable

    static func == (left: Key, right: Key) -> Bool {
      func equals<Value: Hashable>(_ value: Value) -> Bool { value == right.configuration as? Value }
      return left.type == right.type && equals(left.configuration)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      configuration.hash(into: &hasher)
    }
  }
}

/// A lazily created executor of one configuration.
private final class ExecutorSlot<Executor: LanguageModelExecutor>: Sendable {
  private let configuration: Executor.Configuration
  private let state = Mutex<Executor?>(nil)

  init(configuration: Executor.Configuration) {
    self.configuration = configuration
  }

  /// Returns the executor, creating it on first use.
  ///
  /// A failure is not cached; the next call tries again.
  func executor() throws -> Executor {
    try state.withLock { executor in
      if let executor { return executor }
      let made = try Executor(configuration: configuration)
      executor = made
      return made
    }
  }
}
