import Synchronization

/// The seed of a chat's answers: that of `--seed`, and the next ones when an answer is generated anew.
///
/// So the same lines give the same answers in every run, and yet each further answer to a prompt is another.
final class AnswerSeed: Sendable {
  private let first: UInt64?
  private let regenerations = Mutex<UInt64>(0)

  /// Creates the seed of answers.
  ///
  /// - Parameter first: The seed of first answers; nil for a new seed each time.
  init(_ first: UInt64?) { self.first = first }

  /// The seed of the current answer; nil for a new one.
  var value: UInt64? {
    let count = regenerations.withLock { $0 }
    return first.map { $0 &+ count }
  }

  /// Begins the first answer to a prompt.
  func beginAnswer() { regenerations.withLock { $0 = 0 } }

  /// Begins another answer to the same prompt.
  func beginAnotherAnswer() { regenerations.withLock { $0 += 1 } }
}
