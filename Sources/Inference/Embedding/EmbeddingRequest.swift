import Synchronization

/// A request for the embeddings of texts.
final class EmbeddingRequest: QueuedRequest {
  let texts: [TextEncoder.Text]
  let cancellation: Cancellation
  private let continuation: CheckedContinuation<[[Float]], any Error>

  /// A flag that is set when the calling task is cancelled.
  final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
  }

  init(
    _ texts: [TextEncoder.Text], _ cancellation: Cancellation,
    _ continuation: CheckedContinuation<[[Float]], any Error>
  ) {
    (self.texts, self.cancellation, self.continuation) = (texts, cancellation, continuation)
  }

  /// Resumes the caller with the embeddings; called once.
  func finish(_ vectors: [[Float]]) { continuation.resume(returning: vectors) }

  /// Resumes the caller with an error; called once, instead of ``finish(_:)``.
  func finish(throwing error: any Error) { continuation.resume(throwing: error) }

  func reject(_ error: InferenceError) { finish(throwing: error) }
}
