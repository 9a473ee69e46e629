import Dispatch
import SwiftletKernels
import Synchronization

/// Has models that nobody uses leave memory when the system is short of it.
///
/// On Apple's platforms the system says so. Elsewhere it is asked every few seconds, as long as any model is loaded that
/// may leave.
final class MemoryWatch: Sendable {
  static let shared = MemoryWatch()

  private struct Weak {
    weak var slot: EngineSlot?
  }

  private struct State {
    var slots: [Weak] = []
    var isWatching = false
  }

  private let state = Mutex(State())

  /// How long a model has to be idle before it leaves: one that is used again and again is not to come and go.
  private static let idleTime = Duration.seconds(10)
  /// Seconds between two looks.
  private static let interval = 10.0

  /// Watches over a model that has been loaded.
  func add(_ slot: EngineSlot) {
    let begins = state.withLock { state in
      state.slots.removeAll { $0.slot == nil || $0.slot === slot }
      state.slots.append(Weak(slot: slot))
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if begins { watch() }
  }

  /// Has all models leave, or some, that have been idle for some time and may leave.
  func relieve(idleFor time: Duration = idleTime, only some: [EngineSlot]? = nil) {
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
        new.setEventHandler { MemoryWatch.shared.relieve() }
        new.activate()
        source = new
      }
    }
  #else
    private func watch() {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.interval) {
        if SystemMemory.isShort { self.relieve() }
        let goesOn = self.state.withLock { state in
          state.slots.removeAll { $0.slot?.isLoaded != true }
          state.isWatching = !state.slots.isEmpty
          return state.isWatching
        }
        if goesOn { self.watch() }
      }
    }
  #endif
}
