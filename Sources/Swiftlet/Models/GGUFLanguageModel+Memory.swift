extension GGUFLanguageModel {
  /// When the weights leave memory while models or sessions could still use them.
  ///
  /// The next request loads them again, and reads its conversation again. Weights never leave while a request is being
  /// answered.
  public enum Unloading: Sendable, Hashable {
    /// Only by ``GGUFLanguageModel/unload()``.
    case never
    /// When the system is short of memory and they have not been used for some seconds.
    case underMemoryPressure
    /// When they have not been used for so long, and under memory pressure.
    case afterIdle(Duration)
  }

  /// Loads the weights, unless they are in memory.
  ///
  /// Requests do this by themselves. Call it to learn early, and apart from a request, whether the file can be used.
  ///
  /// - Parameter progress: Called on some thread with the part that is loaded, from 0 to 1; with 1 at once if all is.
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` if the file cannot be used.
  public nonisolated(nonsending) func load(
    reportingTo progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws {
    let wasLoaded = isLoaded
    try await slot.observingLoad(progress) { try await generator.load() }
    if wasLoaded { progress(1) }
  }

  /// Loads the weights, unless they are in memory, and nothing else: a bare text can be continued without a template.
  ///
  /// - Parameter progress: Called on some thread with the part that is loaded, from 0 to 1.
  /// - Throws: ``GGUFLanguageModelError/unusable(path:reason:)`` if the file cannot be used.
  package nonisolated(nonsending) func loadWeights(
    reportingTo progress: @escaping @Sendable (Double) -> Void
  ) async throws {
    try await slot.observingLoad(progress) {
      _ = try await slot.begin()
      slot.end()
    }
  }

  /// Whether the weights are in memory.
  public var isLoaded: Bool { slot.isLoaded }

  /// Gives the memory of the weights and of what has been read back to the system.
  ///
  /// That happens at once, or when the requests which are being answered have been answered. Whatever needs the weights
  /// next loads them again: sessions go on as if nothing had happened, only later.
  public func unload() { slot.unload() }
}
