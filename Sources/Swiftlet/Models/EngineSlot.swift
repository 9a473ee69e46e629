import Dispatch
import SwiftletInference
import Synchronization

/// The engine of one model file with one set of options, loaded when it is first needed.
///
/// Models and executors that mean the same engine hold the same slot, so the weights are in memory once and for as long
/// as any of them is. A load that failed is forgotten, and the next request tries again.
final class EngineSlot: Sendable {
  /// What tells one engine from another.
  struct Configuration: Hashable, Sendable {
    /// The file, with all links resolved.
    var path: String
    var options: EngineOptions
  }

  let configuration: Configuration

  /// What the engine's conversations have been in tokens.
  let history = TokenHistory()

  private let loading = Mutex<Task<InferenceEngine, any Error>?>(nil)
  private let loaded = Mutex<InferenceEngine?>(nil)

  private init(_ configuration: Configuration) {
    self.configuration = configuration
  }
}

extension EngineSlot {
  private struct Weak {
    weak var slot: EngineSlot?
  }

  private static let slots = Mutex<[Configuration: Weak]>([:])

  /// The slot of a configuration, which this process has once.
  static func shared(_ configuration: Configuration) -> EngineSlot {
    slots.withLock { slots in
      if let slot = slots[configuration]?.slot { return slot }
      let slot = EngineSlot(configuration)
      slots = slots.filter { $0.value.slot != nil }
      slots[configuration] = Weak(slot: slot)
      return slot
    }
  }
}

extension EngineSlot {
  /// The engine, loaded now if need be.
  nonisolated(nonsending) func engine() async throws -> InferenceEngine {
    if let engine = loaded.withLock({ $0 }) { return engine }
    let task = loading.withLock { loading in
      if let loading { return loading }
      let task = Task { try await self.load() }
      loading = task
      return task
    }
    return try await task.value
  }

  /// The engine, loaded now if need be while the caller's thread waits.
  func engineNow() throws -> InferenceEngine {
    if let engine = loaded.withLock({ $0 }) { return engine }
    return try loadNow()
  }

  /// Loads on a thread that may wait, which those of the concurrency runtime may not.
  private func load() async throws -> InferenceEngine {
    defer { loading.withLock { $0 = nil } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.loadNow() })
      }
    }
  }

  /// Loads, or waits for whoever is loading.
  private func loadNow() throws -> InferenceEngine {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      do {
        let engine = try InferenceEngine(contentsOf: configuration.path, options: configuration.options)
        loaded = engine
        return engine
      } catch {
        throw LanguageModelSession.GenerationError.assetsUnavailable(
          .init(debugDescription: "\(configuration.path): \(error)"))
      }
    }
  }
}
