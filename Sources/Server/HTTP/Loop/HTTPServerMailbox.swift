import Swiftlet
import SwiftletHTTP
import Synchronization

/// The messages of tasks to the thread of the sockets.
final class HTTPServerMailbox: Sendable {
  /// The messages since the last ones.
  struct Messages: Sendable {
    /// The connections whose responses have an update.
    var updated: [UInt64] = []
    /// The time by which responses have to end if the server shuts down.
    var shutDown: ContinuousClock.Instant?
  }

  private let messages = Mutex(Messages())
  /// The sockets that wake the thread.
  let wakePipe: WakePipe

  /// Creates an empty mailbox.
  ///
  /// - Throws: `HTTPFailure`
  init() throws(HTTPFailure) {
    wakePipe = try WakePipe()
  }

  /// Announces an update of the response on a connection.
  func announce(_ connection: UInt64) {
    let isFirst = messages.withLock { messages in
      messages.updated.append(connection)
      return messages.updated.count == 1
    }
    if isFirst { wakePipe.wake() }
  }

  /// Asks the thread to end, at the latest shortly after a time.
  func shutDown(by time: ContinuousClock.Instant) {
    messages.withLock { $0.shutDown = min($0.shutDown ?? time, time) }
    wakePipe.wake()
  }

  /// Takes the messages.
  func take() -> Messages {
    messages.withLock { messages in
      defer { messages.updated = [] }
      return messages
    }
  }
}
