import Synchronization
package import SwiftletJSON

/// A writer of server-sent events, which breaks silence with comments so that nobody in between gives up.
package final class ServerSentEventWriter: Sendable {
  private let writer: any HTTPBodyWriter
  private let clock: any ServerClock
  private let interval: Duration?
  private let state: Mutex<(lastWrite: Duration, isWriting: Bool)>

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - writer: The body of the response.
  ///   - interval: The silence after which there is a comment; `nil` for none.
  ///   - clock: The clock of the silence.
  package init(_ writer: any HTTPBodyWriter, interval: Duration?, clock: any ServerClock) {
    (self.writer, self.interval, self.clock) = (writer, interval, clock)
    state = Mutex((clock.now, false))
  }

  /// The text of an event.
  package static func text(_ data: JSONValue, event: String? = nil) -> [UInt8] {
    var text: [UInt8] = []
    if let event { text += "event: \(event)\n".utf8 }
    text += "data: ".utf8
    text += JSONWriter.bytes(data)
    text += "\n\n".utf8
    return text
  }

  /// The text of an event whose name is the member `type` of its data.
  package static func typedText(_ data: JSONValue) -> [UInt8] { text(data, event: data["type"]?.string) }

  /// Writes events of data alone, all at once.
  package func write(_ data: [JSONValue]) async throws {
    if !data.isEmpty { try await write(data.flatMap { Self.text($0) }) }
  }

  /// Writes the text of events.
  package func write(_ text: [UInt8]) async throws {
    let now = clock.now
    state.withLock { $0 = (now, true) }
    defer { state.withLock { $0.isWriting = false } }
    try await writer.write(text)
  }

  /// Runs a body that writes, with comments in its silence.
  package func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
    guard let interval, interval > .zero else { return try await body() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await body()
        return true
      }
      group.addTask {
        try await self.breakSilence(interval)
        return false
      }
      defer { group.cancelAll() }
      // A comment fails if the client is gone, which ends the body too.
      while let isBody = try await group.next(), !isBody {}
    }
  }

  private func breakSilence(_ interval: Duration) async throws {
    while true {
      let silence = clock.now - state.withLock { $0.lastWrite }
      try await clock.sleep(for: max(interval - silence, .milliseconds(1)))
      let (lastWrite, isWriting) = state.withLock { $0 }
      if !isWriting, clock.now - lastWrite >= interval { try await write(Array(":\n\n".utf8)) }
    }
  }
}
