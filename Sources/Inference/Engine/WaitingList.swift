import Synchronization

/// The requests that no sequence has been made of yet.
///
/// Those of a higher priority come first, and of one priority the oldest. So that nobody waits for ever, each fourth time
/// it is the oldest of all.
struct WaitingList {
  /// In the order of their arrival.
  private(set) var tickets: [Ticket] = []
  private var turn = 0

  /// How often it is the oldest's turn.
  private static let turnOfTheOldest = 4

  var isEmpty: Bool { tickets.isEmpty }
  var count: Int { tickets.count }

  mutating func add(_ tickets: [Ticket]) { self.tickets += tickets }

  mutating func dropCancelled() { tickets.removeAll { $0.isCancelled.load(ordering: .relaxed) } }

  /// Takes the request that is served next.
  mutating func next() -> Ticket? {
    guard !tickets.isEmpty else { return nil }
    turn += 1
    guard turn % Self.turnOfTheOldest != 0 else { return tickets.removeFirst() }
    var best = 0
    for index in tickets.indices where tickets[index].request.priority > tickets[best].request.priority { best = index }
    return tickets.remove(at: best)
  }
}
