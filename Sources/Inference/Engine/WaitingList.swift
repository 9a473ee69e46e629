import Synchronization

/// The requests that wait for a sequence.
///
/// Requests of a higher priority come first, and those of one priority in the order of their arrival. Every fourth time
/// the oldest request of all is taken, so that none starves.
struct WaitingList {
  /// The requests in the order of their arrival.
  private(set) var requests: [PendingRequest] = []
  private var turn = 0

  /// The number of turns after which the oldest request is taken, whatever its priority.
  private static let oldestFirstInterval = 4

  var isEmpty: Bool { requests.isEmpty }
  var count: Int { requests.count }

  mutating func add(_ requests: [PendingRequest]) { self.requests += requests }

  mutating func dropCancelled() { requests.removeAll { $0.isCancelled.load(ordering: .relaxed) } }

  /// Removes and returns the request that is served next.
  mutating func next() -> PendingRequest? {
    guard !requests.isEmpty else { return nil }
    turn += 1
    guard turn % Self.oldestFirstInterval != 0 else { return requests.removeFirst() }
    var best = 0
    for index in requests.indices where requests[index].request.priority > requests[best].request.priority {
      best = index
    }
    return requests.remove(at: best)
  }
}
