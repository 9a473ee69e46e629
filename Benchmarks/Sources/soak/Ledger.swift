import Synchronization

/// What has happened so far.
final class Ledger: Sendable {
  struct Count: Sendable {
    var answered = 0
    var givenUp = 0
    var refused = 0
    var wrong = 0
  }

  struct State: Sendable {
    var counts: [Activity: Count] = [:]
    /// What each client does, and when something last happened to it.
    var clients: [Int: (activity: Activity, moment: ContinuousClock.Instant)] = [:]
    var snapshots = 0
    var failures: [String] = []
    /// The longest that a client has waited for something to happen.
    var longestWait = Duration.zero
  }

  private let state = Mutex(State())

  /// A copy of all.
  var current: State { state.withLock { $0 } }

  /// Something that must not happen has.
  func fail(_ text: String) { state.withLock { $0.failures.append(text) } }

  func begin(_ client: Int, _ activity: Activity) {
    state.withLock { $0.clients[client] = (activity, .now) }
  }

  /// Something has happened to a client.
  func advance(_ client: Int) { state.withLock { $0.advance(client) } }

  func noteSnapshot(_ client: Int) {
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
      case .givenUp: state.counts[activity, default: Count()].givenUp += 1
      case .refused: state.counts[activity, default: Count()].refused += 1
      case .wrong(let text):
        state.counts[activity, default: Count()].wrong += 1
        state.failures.append("\(activity.rawValue) of client \(client): \(text)")
      }
    }
  }

  /// A client does nothing more.
  func leave(_ client: Int) { state.withLock { $0.clients[client] = nil } }

  /// Clients to which nothing has happened for longer than they may wait.
  func stuckClients(patience: Duration) -> [String] {
    current.clients.filter { .now - $0.value.moment > patience }.map { client, last in
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
