/// How much of a sequence is kept, and what that takes.
///
/// Layers that see all positions keep them all. Layers with windows keep what the next row will see, and a page beyond
/// that: so another sequence that leaves this one shortly before its end can go on from there.
extension KeyValuePool {
  /// How far behind what is seen layers with windows keep positions.
  private static let slack = positionsPerPage

  /// The number of pages that hold as many positions.
  static func runCount(_ positions: Int) -> Int { (positions + positionsPerPage - 1) / positionsPerPage }

  /// The first position that a row sees in layers with windows.
  public func firstSeen(from position: Int) -> Int { max(0, position - (reach ?? position)) }

  /// The first position that layers with windows keep when that many have been read.
  public func firstKept(after count: Int) -> Int { firstSeen(from: max(0, count - Self.slack)) }

  /// How many runs before that of the next position are seen in layers with windows when that many have been read.
  func seenRunCount(after count: Int) -> Int {
    reach == nil ? 0 : Self.runCount(count) - firstSeen(from: count) / Self.positionsPerPage
  }

  /// The most bytes that a sequence of `count` positions takes, with its states, while at most `rows` of them are read
  /// together.
  public func byteCount(ofPositions count: Int, rows: Int) -> Int {
    let runs = Self.runCount(count)
    // A range that begins anywhere, in the last position of a page at worst.
    let kept = Self.runCount((reach ?? 0) + Self.slack + min(rows, count) - 1) + 1
    return states.byteCount + runs * fullByteCount + min(runs, kept) * localByteCount
  }

  /// Why a sequence of `count` positions can never be read in pieces of `rows`; nil if it can.
  public func objection(toPositions count: Int, rows: Int) -> KernelError? {
    let needed = byteCount(ofPositions: count, rows: rows)
    guard let byteLimit, needed > byteLimit else { return nil }
    return .limitReached(bytes: needed, limit: byteLimit, purpose: Self.purpose)
  }

  /// How many times there is room for 64 positions of all layers; nil for as often as the system gives.
  public var pageLimit: Int? { byteLimit.map { max(1, ($0 - states.byteCount) / pageByteCount) } }

  /// How many more times there is room for 64 positions of all layers; nil for as often as the system gives.
  public var freePageCount: Int? { byteLimit.map { max(0, $0 - usedByteCount) / pageByteCount } }
}
