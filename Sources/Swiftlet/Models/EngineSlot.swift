import SwiftletChatTemplates
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

/// The engine of one model file with one set of options, loaded when it is needed.
///
/// Models and executors that mean the same engine hold the same slot, so there is one for all of them. It leaves memory
/// with the last of them, when it is told to, or when it was not used for long enough; the next request loads it again.
/// A load that failed is forgotten, and the next request tries again.
final class EngineSlot: Sendable {
  /// What tells one engine from another.
  struct Configuration: Hashable, Sendable {
    /// The file, with all links resolved.
    var path: String
    var options: EngineOptions
    var unloading = GGUFLanguageModel.Unloading.underMemoryPressure
  }

  struct State {
    var contents: EngineContents?
    /// How many requests are being served.
    var userCount = 0
    /// Whether the contents go when that is none.
    var isLeaving = false
    /// When the engine was needed last.
    var lastUse = ContinuousClock.now
    /// Whether a timer will look whether it is idle.
    var isTimerSet = false
    /// What was found in the file last.
    var facts: Facts?

    /// Takes the contents out.
    mutating func removeContents() -> EngineContents? {
      defer { (contents, isLeaving) = (nil, false) }
      return contents
    }
  }

  /// What is known about a file once it has been loaded, also while it is not in memory.
  struct Facts: Sendable {
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

  /// What the engine's conversations have been in tokens.
  let history = TokenHistory()

  /// What this engine and those before it have done.
  let counters = EngineCounters()

  let state = Mutex(State())

  /// The load that is going on, for those who can wait without a thread.
  let loading = Mutex<Task<EngineContents, any Error>?>(nil)

  /// Who wants to know how far it is.
  let observers = Mutex<[Int: @Sendable (Double) -> Void]>([:])

  /// Whether the model thinks, once that has been looked up.
  let thinks = Mutex<Bool?>(nil)

  /// Held while loading, apart from what is read by every request.
  let turnstile = Mutex(())

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
  /// The engine, if it is loaded.
  var engine: InferenceEngine? { state.withLock { $0.contents?.engine } }

  /// What the engine does, and what it and those before it have done.
  var statistics: EngineStatistics {
    engine?.statistics ?? counters.statistics
  }

  /// Whether the model marks thoughts, for which the template in the file is read but no weights.
  var hasReasoning: Bool {
    thinks.withLock { thinks in
      if let thinks { return thinks }
      let known = state.withLock(\.contents).flatMap { try? $0.template.get() }
      // A file that cannot be read now may be read later.
      guard let template = try? known ?? EngineContents.template(inFileAt: configuration.path) else { return false }
      let reasons = template.format.isHarmony || template.format.reasoning != nil
      thinks = reasons
      return reasons
    }
  }
}
