import SwiftletTokenizers
import Synchronization

/// Texts whose vectors somebody waits for.
final class EmbeddingRequest: Refusable {
  let texts: [[TokenID]]
  let pooling: Pooling
  let cancellation: Cancellation
  private let continuation: CheckedContinuation<[[Float]], any Error>

  /// Whether nobody waits any more.
  final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
  }

  init(
    _ texts: [[TokenID]], _ pooling: Pooling, _ cancellation: Cancellation,
    _ continuation: CheckedContinuation<[[Float]], any Error>
  ) {
    (self.texts, self.pooling, self.cancellation, self.continuation) = (texts, pooling, cancellation, continuation)
  }

  /// Ends the wait; called once.
  func finish(_ vectors: [[Float]]) { continuation.resume(returning: vectors) }

  /// Ends the wait; called once, and nothing else then.
  func finish(throwing error: any Error) { continuation.resume(throwing: error) }

  func refuse(_ error: InferenceError) { finish(throwing: error) }
}
