import Synchronization

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

  /// Returns the slot of the executor with a type and configuration.
  func slot<Executor: LanguageModelExecutor>(
    for configuration: Executor.Configuration, of type: Executor.Type = Executor.self
  ) -> ExecutorSlot<Executor> {
    let key = Key(type: ObjectIdentifier(type), configuration: configuration)
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
