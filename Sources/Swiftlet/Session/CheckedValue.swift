import Synchronization

/// The value that the check of an answer makes, kept for the caller.
///
/// The check is a part of the request, whose failure it may be; so the value is made there, and not once more.
final class CheckedValue<Content: Generable>: Sendable {
  private let value = Mutex<Content?>(nil)

  /// Makes the value of a complete answer.
  func make(of content: GeneratedContent) throws {
    try value.withLock { $0 = try Content(content) }
  }

  /// Takes the value, if it was made.
  func take() -> sending Content? { value.withLock { $0.take() } }
}
