import SwiftletInference

/// An observer of the engine's events, which holds back those of an answer that may still be dropped.
struct AnswerObserver {
  private let observe: (@Sendable (GenerationEvent) -> Void)?
  /// The events that are held back; `nil` once the answer is certain.
  private var held: [GenerationEvent]?

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - observe: Called with each event of an answer that is not dropped; `nil` if nobody observes them.
  ///   - holdsBack: True if the answer may still be dropped.
  init(_ observe: (@Sendable (GenerationEvent) -> Void)?, holdsBack: Bool) {
    self.observe = observe
    held = holdsBack && observe != nil ? [] : nil
  }

  /// Passes an event on, or holds it back.
  mutating func send(_ event: GenerationEvent) {
    if held == nil { observe?(event) } else { held?.append(event) }
  }

  /// Passes on what was held back, as the answer is not dropped.
  mutating func release() {
    guard let events = held.take() else { return }
    for event in events { observe?(event) }
  }
}
