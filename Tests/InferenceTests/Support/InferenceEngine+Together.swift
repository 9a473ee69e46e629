import Dispatch

@testable import SwiftletInference

/// The states of a command that holds up the engine's thread.
private final class HeldThread: Sendable {
  private let isHeld = DispatchSemaphore(value: 0)
  private let mayContinue = DispatchSemaphore(value: 0)

  /// Holds up the calling thread until it may continue.
  func hold() {
    isHeld.signal()
    mayContinue.wait()
  }

  /// Tells that there is no thread to be held up.
  func cancel() { isHeld.signal() }

  func waitUntilHeld() { isHeld.wait() }

  func release() { mayContinue.signal() }
}

extension InferenceEngine {
  /// Starts requests that the engine's thread receives at once, since it is held up until all have been submitted.
  func generate(together requests: [GenerationRequest]) -> [GenerationStream] {
    let thread = HeldThread()
    queue.add(EngineCommand(run: { _ in thread.hold() }, cancel: { thread.cancel() }))
    thread.waitUntilHeld()
    defer { thread.release() }
    return requests.map { generate($0) }
  }
}
