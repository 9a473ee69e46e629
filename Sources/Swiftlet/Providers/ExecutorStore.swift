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
    let configuration = model.executorConfiguration
    let key = ExecutorRegistry.Key(type: ObjectIdentifier(Model.Executor.self), configuration: configuration)
    let slot = slots.withLock { slots in
      if let slot = slots[key] as? ExecutorSlot<Model.Executor> { return slot }
      let slot: ExecutorSlot<Model.Executor> = ExecutorRegistry.shared.slot(for: configuration, key: key)
      slots[key] = slot
      return slot
    }
    return try slot.executor()
  }
}

/// A registry of executors by configuration, so that equal configurations share one executor.
///
/// The registry holds executors weakly; sessions retain them through their slots. The executor is released with the
/// last session, together with its weights and caches.
final class ExecutorRegistry: Sendable {
  /// The registry of this process.
  static let shared = ExecutorRegistry()

  private struct Weak {
    weak var slot: (any AnyObject & Sendable)?
  }

  private let slots = Mutex<[Key: Weak]>([:])

  /// Returns the slot of the executor of a configuration, whose key is given.
  func slot<Executor: LanguageModelExecutor>(
    for configuration: Executor.Configuration, key: Key
  ) -> ExecutorSlot<Executor> {
    let fresh = ExecutorSlot<Executor>(configuration: configuration)
    return slots.withLock { slots in
      if let slot = slots[key]?.slot as? ExecutorSlot<Executor> { return slot }
      slots = slots.filter { $0.value.slot != nil }
      slots[key] = Weak(slot: fresh)
      return fresh
    }
  }
}

extension ExecutorRegistry {
  /// An executor's type and configuration.
  struct Key: Hashable, Sendable {
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
final class ExecutorSlot<Executor: LanguageModelExecutor>: Sendable {
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
