import SwiftletServer
import Synchronization

/// Returns the bytes of a request.
func request(_ line: String, _ fields: String..., body: String? = nil) -> String {
  let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
  let head = ["\(line) HTTP/1.1", "Host: localhost"] + fields + length
  return head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
}

extension HTTPResponse {
  /// Creates a response with a text.
  static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "text/plain"], body: .bytes(Array(text.utf8)))
  }
}

/// Events that handlers count and clients wait for.
final class TestCounts: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Adds to a count.
  func add(_ name: String, _ number: Int = 1) {
    counts.withLock { $0[name, default: 0] += number }
  }

  /// Returns a count.
  func callAsFunction(_ name: String) -> Int {
    counts.withLock { $0[name, default: 0] }
  }

  /// Waits until the task is cancelled, and counts that.
  func waitForCancellation() async {
    add("started")
    try? await Task.sleep(for: .seconds(3600))
    if Task.isCancelled { add("cancelled") }
  }
}
