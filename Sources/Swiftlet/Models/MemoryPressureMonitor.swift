import Dispatch
import SwiftletKernels
import Synchronization

/// A monitor that unloads idle models under memory pressure.
///
/// On Apple's platforms the system sends notifications. Elsewhere the monitor polls every few seconds, as long as a
/// model is loaded that may be unloaded.
final class MemoryPressureMonitor: Sendable {
  static let shared = MemoryPressureMonitor()

  private struct Weak {
    weak var slot: EngineSlot?
  }

  private struct State {
    var slots: [Weak] = []
    var isWatching = false
  }

  private let state = Mutex(State())

  /// The idle time before a model may be unloaded, which keeps frequently used models in memory.
  private static let idleTime = Duration.seconds(10)
  /// The polling interval in seconds.
  private static let interval = 10.0

  /// Registers a loaded model.
  func add(_ slot: EngineSlot) {
    let isFirst = state.withLock { state in
      state.slots.removeAll { $0.slot == nil || $0.slot === slot }
      state.slots.append(Weak(slot: slot))
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if isFirst { watch() }
  }

  /// Unloads the registered models that have been idle for a duration, optionally only some of them.
  func unloadModels(idleFor time: Duration = idleTime, only some: [EngineSlot]? = nil) {
    for slot in state.withLock({ $0.slots.compactMap(\.slot) }) {
      if let some, !some.contains(where: { $0 === slot }) { continue }
      slot.unload(idleFor: time)
    }
  }

  #if canImport(Darwin)
    private static let source = Mutex<(any DispatchSourceMemoryPressure)?>(nil)

    private func watch() {
      Self.source.withLock { source in
        let new = DispatchSource.makeMemoryPressureSource(
          eventMask: [.warning, .critical], queue: .global(qos: .utility))
        new.setEventHandler { MemoryPressureMonitor.shared.unloadModels() }
        new.activate()
        source = new
      }
    }
  #else
    private func watch() {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.interval) {
        if SystemMemory.isLow { self.unloadModels() }
        let isActive = self.state.withLock { state in
          state.slots.removeAll { $0.slot?.isLoaded != true }
          state.isWatching = !state.slots.isEmpty
          return state.isWatching
        }
        if isActive { self.watch() }
      }
    }
  #endif
}
