import SwiftletGGUF
import SwiftletStore
import Synchronization

/// A download of a model that shows its progress on standard error, and ends with Ctrl-C.
struct ModelDownload {
  var store = ModelStore.ofUser
  var options = ModelDownloadOptions()
  /// True to print the progress as lines of JSON on standard output.
  var printsJSON = false

  /// Downloads a model unless it is on disk; returns its files.
  func run(_ name: ModelName) async throws -> ResolvedModel {
    let display = DownloadDisplay(printsJSON: printsJSON)
    let download = Task { try await store.download(name, options: options) { display.show($0) } }
    let signals = InterruptSignal { download.cancel() }
    defer {
      signals.end()
      display.clear()
    }
    return try await download.value
  }
}

/// A display of downloads: on a terminal a line that is written again ten times a second, elsewhere a line for each
/// tenth of a file.
final class DownloadDisplay: Sendable {
  private struct State {
    var file: String?
    var tenth = -1
    var lastTime: ContinuousClock.Instant?
    var isLineShown = false
  }

  private let printsJSON: Bool
  private let state = Mutex(State())

  init(printsJSON: Bool) { self.printsJSON = printsJSON }

  /// Shows the progress.
  func show(_ progress: ModelDownloadProgress) {
    if printsJSON { return showJSON(progress) }
    state.withLock { state in
      if let notice = progress.notice {
        erase(&state)
        // Some reasons begin with the file.
        let subject = "\(progress.file ?? "\(progress.name)"): "
        Output.error((notice.text.hasPrefix(subject) ? "" : subject) + notice.text + "\n")
      }
      if progress.file != state.file {
        (state.file, state.tenth, state.lastTime) = (progress.file, -1, nil)
      }
      guard progress.stage == .downloading || progress.stage == .verifying, let file = progress.file else { return }
      let now = ContinuousClock.now
      if Output.errorIsTerminal {
        let isDue = state.lastTime.map { now - $0 >= .milliseconds(100) } ?? true
        guard isDue || progress.stage == .verifying else { return }
        state.lastTime = now
        state.isLineShown = true
        // A line that wraps could not be erased. The progress is at the end of it.
        let width = LineReader.width - 1
        let text = TerminalText.line(progress.text).prefix(width)
        let title = LineEditorScreen.fitting(TerminalText.line("\(file): "), width: width - text.count)
        Output.control("\r\u{1B}[K" + title + text)
      } else {
        let tenth = progress.totalByteCount.map { Int(clamping: Double(progress.byteCount) / Double(max(1, $0)) * 10) }
        guard let tenth, tenth > state.tenth else { return }
        state.tenth = tenth
        Output.error("\(file): \(progress.text)\n")
      }
    }
  }

  /// Erases the line of a terminal.
  func clear() { state.withLock { erase(&$0) } }

  private func erase(_ state: inout State) {
    guard state.isLineShown else { return }
    Output.control("\r\u{1B}[K")
    state.isLineShown = false
  }

  private func showJSON(_ progress: ModelDownloadProgress) {
    var line = JSONLine()
    line.add("stage", progress.stage.rawValue)
    line.add("name", progress.name.description)
    if let file = progress.file { line.add("file", file) }
    line.add("completed", progress.byteCount)
    if let total = progress.totalByteCount { line.add("total", total) }
    if let speed = progress.bytesPerSecond { line.add("bytes_per_second", speed, decimals: 0) }
    if let notice = progress.notice { line.add("notice", notice.text) }
    // A reader that is gone ends the command with its next output.
    try? Output.write(line.text + "\n")
  }
}

extension ModelDownloadProgress {
  /// The progress in words: part, size, speed, and the time that is left.
  fileprivate var text: String {
    var text = ByteCount.text(byteCount)
    if let totalByteCount {
      let percent = Int(clamping: Double(byteCount) / Double(max(1, totalByteCount)) * 100)
      text = "\(percent) % of \(ByteCount.text(totalByteCount))"
    }
    if stage == .verifying { return text + ", verifying" }
    guard let bytesPerSecond, bytesPerSecond > 0 else { return text }
    text += ", \(ByteCount.text(Int(clamping: bytesPerSecond)))/s"
    guard let totalByteCount else { return text }
    let seconds = Int(clamping: Double(max(0, totalByteCount - byteCount)) / bytesPerSecond)
    return text + (seconds >= 90 ? ", \((seconds + 30) / 60) min left" : ", \(seconds) s left")
  }
}

extension ModelDownloadProgress.Notice {
  /// The event in words.
  fileprivate var text: String {
    switch self {
    case .waiting(let seconds): "another process downloads it; waited \(seconds) s"
    case .resumed(let count): "continuing after \(ByteCount.text(count))"
    case .restarted(let reason): "beginning again: \(reason)"
    case .retrying(let reason, let delay):
      "\(reason); trying again in \((delay / .seconds(1)).formatted(decimals: 1)) s"
    }
  }
}
