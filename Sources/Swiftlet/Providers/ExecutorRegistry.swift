import Synchronization

/// Finds the executor of a configuration for whoever asks, so that equal configurations share one.
///
/// The registry does not keep executors alive: sessions do, through the slot. When the last of them is gone, so is the
/// executor, with the weights and caches that it may hold.
final class ExecutorRegistry: Sendable {
  /// The one of this process.
  static let shared = ExecutorRegistry()

  private struct Weak {
    weak var slot: (any AnyObject & Sendable)?
  }

  private let slots = Mutex<[Key: Weak]>([:])

  /// The place where executors of a type and configuration are kept.
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

/// Where the executor of one configuration is made and kept.
final class ExecutorSlot<Executor: LanguageModelExecutor>: Sendable {
  private let configuration: Executor.Configuration
  private let state = Mutex<Executor?>(nil)

  init(configuration: Executor.Configuration) {
    self.configuration = configuration
  }

  /// The executor, made now if it is needed for the first time.
  ///
  /// A failure is not remembered: the next call tries again.
  func executor() throws -> Executor {
    try state.withLock { executor in
      if let executor { return executor }
      let made = try Executor(configuration: configuration)
      executor = made
      return made
    }
  }
}
