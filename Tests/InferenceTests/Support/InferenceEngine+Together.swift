import Synchronization

@testable import SwiftletInference

/// The states of a command that holds up the engine's thread.
private final class HeldThread: Sendable {
  let isHeld = Atomic<Bool>(false)
  let mayContinue = Atomic<Bool>(false)

  func hold() {
    isHeld.store(true, ordering: .releasing)
    while !mayContinue.load(ordering: .acquiring) {}
  }
}

extension InferenceEngine {
  /// Starts requests that the engine's thread receives at once, since it is held up until all have been submitted.
  func generate(together requests: [GenerationRequest]) -> [GenerationStream] {
    let thread = HeldThread()
    queue.add(EngineCommand(run: { _ in thread.hold() }, cancel: { thread.isHeld.store(true, ordering: .releasing) }))
    while !thread.isHeld.load(ordering: .acquiring) {}
    defer { thread.mayContinue.store(true, ordering: .releasing) }
    return requests.map { generate($0) }
  }
}
