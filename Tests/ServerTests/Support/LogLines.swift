import Synchronization

/// The lines that a server has logged.
final class LogLines: Sendable {
  private let all = Mutex<[String]>([])

  var lines: [String] { all.withLock { $0 } }

  func append(_ line: String) { all.withLock { $0.append(line) } }
}
