/// Retention of positions and its memory requirements.
///
/// Full-attention layers keep all positions. Sliding-window layers keep the window of the next row and one page before
/// it, so that another sequence can branch off shortly before the end.
extension KeyValuePool {
  /// The number of positions before the window that sliding-window layers keep.
  private static let slack = positionsPerPage

  /// The number of pages for a number of positions.
  static func runCount(_ positions: Int) -> Int { (positions + positionsPerPage - 1) / positionsPerPage }

  /// The first position that is visible to a row in sliding-window layers.
  public func firstVisible(from position: Int) -> Int { max(0, position - (largestWindow ?? position)) }

  /// The first position that sliding-window layers keep after `count` positions have been processed.
  public func firstRetained(after count: Int) -> Int { firstVisible(from: max(0, count - Self.slack)) }

  /// The number of runs that are visible to the next position in sliding-window layers after `count` positions.
  func visibleRunCount(after count: Int) -> Int {
    largestWindow == nil ? 0 : Self.runCount(count) - firstVisible(from: count) / Self.positionsPerPage
  }

  /// The maximum size in bytes of a sequence of `count` positions and its states, with at most `rows` per batch.
  public func byteCount(ofPositions count: Int, rows: Int) -> Int {
    let runs = Self.runCount(count)
    // In the worst case, the range begins at the last position of a page.
    let kept = Self.runCount((largestWindow ?? 0) + Self.slack + min(rows, count) - 1) + 1
    return states.byteCount + runs * fullByteCount + min(runs, kept) * localByteCount
  }

  /// Returns the largest number of positions of a sequence that is within the memory limit.
  ///
  /// - Parameters:
  ///   - maximum: The number without a limit, at least 1.
  ///   - rows: The number of rows per batch.
  /// - Returns: The number, from 1 to `maximum`; a page is always within the limit.
  public func largestPositionCount(upTo maximum: Int, rows: Int) -> Int {
    guard let byteLimit else { return maximum }
    var (fitting, excluded) = (min(maximum, Self.positionsPerPage), maximum + 1)
    while excluded - fitting > 1 {
      let middle = fitting + (excluded - fitting) / 2
      if byteCount(ofPositions: middle, rows: rows) <= byteLimit { fitting = middle } else { excluded = middle }
    }
    return fitting
  }

  /// The maximum number of pages of 64 positions of all layers; nil without a limit.
  public var pageLimit: Int? { byteLimit.map { max(1, ($0 - states.byteCount) / pageByteCount) } }

  /// The number of unused pages of 64 positions of all layers; nil without a limit.
  public var freePageCount: Int? { byteLimit.map { max(0, $0 - usedByteCount) / pageByteCount } }
}
