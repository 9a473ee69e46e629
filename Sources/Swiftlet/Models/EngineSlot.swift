import SwiftletChatTemplates
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

/// A shared, lazily loaded engine of one model file with one set of options.
///
/// Models and executors with equal configurations hold the same slot. The engine is unloaded with the last of them, on
/// request, under memory pressure, or after an idle time; the next request loads it again. A failed load is not cached.
final class EngineSlot: Sendable {
  /// The identity of an engine.
  struct Configuration: Hashable, Sendable {
    /// The path of the file, with symbolic links resolved.
    var path: String
    var options: EngineOptions
    /// The path of the file that encodes images, with links resolved; `nil` for none.
    var projectorPath: String?
    /// The number of tokens that images are scaled to; `nil` for that of the model.
    var imageTokens: GGUFLanguageModel.ImageTokens?
    var unloading = GGUFLanguageModel.Unloading.underMemoryPressure
  }

  struct State {
    var contents: EngineContents?
    /// The number of running requests.
    var userCount = 0
    /// True if the contents are unloaded when ``userCount`` reaches 0.
    var isUnloadPending = false
    /// The time of the last use.
    var lastUse = ContinuousClock.now
    /// True if a timer for the idle check is set.
    var isTimerSet = false
    /// The properties of the model that was loaded last.
    var modelInfo: ModelInfo?

    /// Removes and returns the contents.
    mutating func removeContents() -> EngineContents? {
      defer { (contents, isUnloadPending) = (nil, false) }
      return contents
    }
  }

  /// The properties of a model that stay known after it has been unloaded.
  struct ModelInfo: Sendable {
    var contextSize: Int
    var name: String?
    var languages: [String]
    var warnings: [String]
    var identity: ModelIdentity

    init(_ engine: InferenceEngine) {
      (contextSize, name, languages) = (engine.contextSize, engine.modelName, engine.languages)
      (warnings, identity) = (engine.tokenizer.warnings, engine.model.identity)
    }
  }

  let configuration: Configuration

  /// The token sequences of earlier conversations.
  let history = TokenHistory()

  /// The counters of this engine and its predecessors in the slot.
  let counters = EngineCounters()

  let state = Mutex(State())

  /// The running load, for callers that wait asynchronously.
  let loading = Mutex<Task<EngineContents, any Error>?>(nil)

  /// The observers of the load's progress.
  let observers = Mutex<[Int: @Sendable (Double) -> Void]>([:])

  /// True if the model supports reasoning; `nil` before the first lookup.
  let supportsReasoning = Mutex<Bool?>(nil)

  /// Serialises loading, separately from ``state``, which every request locks.
  let loadLock = Mutex(())

  private init(_ configuration: Configuration) {
    self.configuration = configuration
  }
}

extension EngineSlot {
  private struct Weak {
    weak var slot: EngineSlot?
  }

  private static let slots = Mutex<[Configuration: Weak]>([:])

  /// The slot of a configuration, unique in this process.
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
  /// The engine, if it is loaded.
  var engine: InferenceEngine? { state.withLock { $0.contents?.engine } }

  /// The statistics of the engine and its predecessors in the slot.
  var statistics: EngineStatistics {
    engine?.statistics ?? counters.statistics
  }

  /// True if the model supports reasoning, according to the chat template; reads no weights.
  var hasReasoning: Bool {
    supportsReasoning.withLock { supportsReasoning in
      if let supportsReasoning { return supportsReasoning }
      let known = state.withLock(\.contents).flatMap { try? $0.template.get() }
      // Not cached: the file may become readable later.
      guard let template = try? known ?? EngineContents.template(inFileAt: configuration.path) else { return false }
      let isSupported = template.format.isHarmony || template.format.reasoning != nil
      supportsReasoning = isSupported
      return isSupported
    }
  }
}
