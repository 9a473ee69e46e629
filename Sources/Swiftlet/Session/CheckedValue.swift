import Synchronization

/// The value that validating an answer creates, kept for the caller.
///
/// Validation is a part of the request and may fail it; the value created there is returned, so conversion runs once.
final class CheckedValue<Content: Generable>: Sendable {
  private let value = Mutex<Content?>(nil)

  /// Converts a complete answer and stores the value.
  func make(of content: GeneratedContent) throws {
    try value.withLock { $0 = try Content(content) }
  }

  /// Removes and returns the value, if there is one.
  func take() -> sending Content? { value.withLock { $0.take() } }
}
