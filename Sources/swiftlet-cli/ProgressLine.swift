import Synchronization

/// A line on a terminal that shows how far a long piece of work is; nothing elsewhere.
final class ProgressLine: Sendable {
  private let title: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let shownPercent = Mutex(-1)

  init(_ title: String) {
    self.title = title
    isShown = Output.errorIsTerminal
  }

  /// Shows a part from 0 to 1, unless the work has only begun and may be over at once.
  func show(_ part: Double) {
    guard isShown, ContinuousClock.now - start > .milliseconds(300) else { return }
    let percent = Int(min(max(part, 0), 1) * 100)
    let isNew = shownPercent.withLock { shown in
      defer { shown = percent }
      return shown != percent
    }
    guard isNew else { return }
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    Output.error("\r\(title) \(bar) \(percent) %")
  }

  /// Takes the line away.
  func clear() {
    if isShown, shownPercent.withLock({ $0 >= 0 }) { Output.error("\r\u{1B}[K") }
  }
}
