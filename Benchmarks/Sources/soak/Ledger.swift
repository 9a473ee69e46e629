import Synchronization

/// The outcomes and the progress of all clients.
final class Ledger: Sendable {
  struct Count: Sendable {
    var answered = 0
    var cancelled = 0
    var refused = 0
    var wrong = 0
  }

  struct State: Sendable {
    var counts: [Activity: Count] = [:]
    /// The current activity of each client, and the time of its last progress.
    var clients: [Int: (activity: Activity, moment: ContinuousClock.Instant)] = [:]
    var snapshots = 0
    var failures: [String] = []
    /// The longest time without progress of a client.
    var longestWait = Duration.zero
  }

  private let state = Mutex(State())

  /// A copy of the state.
  var current: State { state.withLock { $0 } }

  /// Records a failure.
  func fail(_ text: String) { state.withLock { $0.failures.append(text) } }

  func begin(_ client: Int, _ activity: Activity) {
    state.withLock { $0.clients[client] = (activity, .now) }
  }

  /// Records progress of a client.
  func advance(_ client: Int) { state.withLock { $0.advance(client) } }

  func recordSnapshot(_ client: Int) {
    state.withLock { state in
      state.snapshots += 1
      state.advance(client)
    }
  }

  func end(_ client: Int, _ activity: Activity, _ outcome: Outcome) {
    state.withLock { state in
      state.advance(client)
      switch outcome {
      case .answered: state.counts[activity, default: Count()].answered += 1
      case .cancelled: state.counts[activity, default: Count()].cancelled += 1
      case .refused: state.counts[activity, default: Count()].refused += 1
      case .wrong(let text):
        state.counts[activity, default: Count()].wrong += 1
        state.failures.append("\(activity.rawValue) of client \(client): \(text)")
      }
    }
  }

  /// Removes a finished client.
  func leave(_ client: Int) { state.withLock { $0.clients[client] = nil } }

  /// Returns the clients without progress for longer than `timeout`.
  func stalledClients(timeout: Duration) -> [String] {
    current.clients.filter { .now - $0.value.moment > timeout }.map { client, last in
      "client \(client) has waited for \(.now - last.moment) in \(last.activity.rawValue)"
    }
  }
}

extension Ledger.State {
  fileprivate mutating func advance(_ client: Int) {
    guard let last = clients[client] else { return }
    longestWait = max(longestWait, .now - last.moment)
    clients[client]?.moment = .now
  }
}
