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
  private let watching: Task<Void, Never>

  /// Starts to read a stream.
  init(_ stream: sending LanguageModelSession.ResponseStream<String>) {
    let (snapshots, continuation) = AsyncThrowingStream<String, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let hasText = TextFlag()
    let reading = Task {
      do {
        for try await snapshot in stream {
          if !snapshot.content.isEmpty { hasText.set() }
          continuation.yield(snapshot.content)
          if Interrupts.wasInterrupted { break }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: Interrupts.wasInterrupted ? nil : error)
      }
    }
    self.snapshots = snapshots
    self.reading = reading
    watching = Task {
      while (try? await Task.sleep(for: .milliseconds(20))) != nil {
        if Interrupts.wasInterrupted, !hasText.isSet { return reading.cancel() }
      }
    }
    // A reader that ends early, as when the output is closed, ends the request.
    continuation.onTermination = { reason in if case .cancelled = reason { reading.cancel() } }
  }

  /// Waits until the session is idle.
  func finish() async {
    await reading.value
    watching.cancel()
  }
}

/// A flag that says that the answer has begun.
private final class TextFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
