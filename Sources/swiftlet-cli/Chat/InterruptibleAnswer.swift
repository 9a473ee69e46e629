import Swiftlet
import Synchronization

/// A streamed answer that Ctrl-C ends at any time.
///
/// Before its first text, the request is cancelled, as prefill may take long, and the conversation stays as it was.
/// Afterwards, the stream is left, so that the partial answer becomes a part of the conversation.
struct InterruptibleAnswer {
  /// The text so far, each time that it has changed.
  let snapshots: AsyncThrowingStream<String, any Error>
  private let reading: Task<Void, Never>
  private let session: LanguageModelSession

  /// Asks a session and starts to read its answer, until it is interrupted.
  init(
    of session: LanguageModelSession, to prompt: Prompt, options: GenerationOptions,
    wasInterrupted: @escaping @Sendable () -> Bool = { Interrupts.wasInterrupted }
  ) {
    let stream = session.streamResponse(to: prompt, options: options)
    let (snapshots, continuation) = AsyncThrowingStream<String, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let progress = Progress()
    let reading = Task {
      defer { progress.hasEnded.store(true, ordering: .relaxed) }
      do {
        for try await snapshot in stream {
          if !snapshot.content.isEmpty { progress.hasText.store(true, ordering: .relaxed) }
          continuation.yield(snapshot.content)
          if wasInterrupted() { break }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: wasInterrupted() ? nil : error)
      }
    }
    self.snapshots = snapshots
    self.reading = reading
    self.session = session
    Task {
      while !progress.hasEnded.load(ordering: .relaxed), !progress.hasText.load(ordering: .relaxed) {
        if wasInterrupted() { return reading.cancel() }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    // A reader that ends early, as when the output is closed, ends the request.
    continuation.onTermination = { reason in if case .cancelled = reason { reading.cancel() } }
  }

  /// Waits until the session is idle, so that it accepts the next request.
  func finish() async {
    await reading.value
    await session.waitUntilIdle()
  }
}

/// The progress of an answer, for the task that waits for Ctrl-C.
private final class Progress: Sendable {
  let hasText = Atomic<Bool>(false)
  let hasEnded = Atomic<Bool>(false)
}
