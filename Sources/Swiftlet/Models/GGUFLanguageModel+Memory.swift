extension GGUFLanguageModel {
  /// The policy for unloading weights that models or sessions could still use.
  ///
  /// The next request loads them again and prefills its conversation again. Weights are never unloaded while a request
  /// is running.
  public enum Unloading: Sendable, Hashable {
    /// Unloads only in ``GGUFLanguageModel/unload()``.
    case never
    /// Unloads under memory pressure, after the weights have been idle for some seconds.
    case underMemoryPressure
    /// Unloads after an idle time, and under memory pressure.
    case afterIdle(Duration)
  }

  /// Loads the weights, unless they are in memory.
  ///
  /// Requests load them automatically. Call it to find out before a request whether the file can be used; with
  /// ``WeightLoading/eager`` it also packs all weights, and checks that none is NaN or infinite.
  ///
  /// - Parameter progress: Called on an arbitrary thread with the loaded fraction, from 0 to 1; with 1 if it is loaded.
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` if the file cannot be used.
  public nonisolated(nonsending) func load(
    reportingTo progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws {
    let wasLoaded = isLoaded
    try await slot.observingLoad(progress) { try await executor.load() }
    if wasLoaded { progress(1) }
  }

  /// Loads the weights without the chat template, which a raw prompt does not require.
  ///
  /// - Parameter progress: Called on an arbitrary thread with the loaded fraction, from 0 to 1.
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` if the file cannot be used.
  package nonisolated(nonsending) func loadWeights(
    reportingTo progress: @escaping @Sendable (Double) -> Void
  ) async throws {
    try await slot.observingLoad(progress) { try await executor.withContents { _ in } }
  }

  /// True if the weights are in memory.
  public var isLoaded: Bool { slot.isLoaded }

  /// Unloads the weights and the KV cache.
  ///
  /// That happens immediately, or when the running requests have finished. The next request loads them again; sessions
  /// remain usable.
  public func unload() { slot.unload() }
}
