import SwiftletGGUF
import Synchronization

/// A progress bar on standard error; shows nothing unless that is a terminal.
final class ProgressLine: Sendable {
  private let title: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let shownPercent = Mutex(-1)

  init(_ title: String) {
    self.title = title
    isShown = Output.errorIsTerminal
  }

  /// Shows a fraction from 0 to 1; nothing in the first 300 ms.
  func show(_ fraction: Double) {
    guard isShown, ContinuousClock.now - start > .milliseconds(300) else { return }
    let percent = Int(clamping: min(max(fraction, 0), 1) * 100)
    let isNew = shownPercent.withLock { shown in
      defer { shown = percent }
      return shown != percent
    }
    guard isNew else { return }
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    Output.control("\r\(title) \(bar) \(percent) %")
  }

  /// Erases the line.
  func clear() {
    if isShown, shownPercent.withLock({ $0 >= 0 }) { Output.control("\r\u{1B}[K") }
  }
}
