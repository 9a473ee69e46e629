internal import SwiftletKernelsPortable

/// The KV pages that several units of a batch have in common, such as those of a prefix of all their sequences.
///
/// Units that share a range of pages form a class, whose queries are processed together, so that the pages are read
/// once and not for each unit. A class is divided into further ones where its units differ, so classes form a tree.
/// Only the first visible pages of a unit count as shared, up to the page of its own position, exclusive. Pages are
/// identified by their addresses.
struct SharedPages: Sendable {
  /// A range of pages of one part and the units that share it.
  struct Piece: Sendable, Equatable {
    /// The rows of the units, as indices of ``SharedPages/rows``.
    var rows: Range<Int>
    /// The indices of the pages.
    var runs: Range<Int>
    /// The number of pieces of the same part that precede it, and whose states it continues.
    var depth: Int

    /// The index of the part.
    var part: Int { runs.lowerBound / AttentionPart.runs }
  }

  /// A unit that shares pages.
  struct Member: Sendable {
    var unit: Int
    /// The first of its rows, as an index of ``SharedPages/rows``.
    var firstRow: Int
    /// The index of the first page that it does not share.
    var end: Int
  }

  /// The batch rows of all members, in an order in which those of each piece are adjacent.
  private(set) var rows: [Int] = []
  private(set) var pieces: [Piece] = []
  private(set) var members: [Member] = []
  /// The index of the first page, for all members.
  let firstRun: Int
  /// The number of pages that are not read because others with their address are.
  private var savedCount = 0

  /// The maximum number of a sequence's rows in the batch.
  ///
  /// More of them are a chunk of a prompt, which is compute-bound and has enough units for all threads.
  private static let largestRowCount = 16
  /// The minimum number of pages saved: below it, the additional loops would cost more.
  private static let smallestSaving = 4

  /// Finds the shared pages of a batch; nil if there are none, or too few.
  init?(_ attention: UnitAttention) {
    guard attention.units.count > 1 else { return nil }
    var candidates = Self.candidates(attention)
    guard candidates.count > 1 else { return nil }
    let firstRun = candidates.reduce(Int.max) { min($0, $1.first) }
    self.firstRun = firstRun
    // Windows of members need not begin at the same page, but the queries of all are computed from the first one on.
    candidates.removeAll {
      $0.firstAvailable > firstRun || $0.first > firstRun + AttentionPart.runs || $0.end <= firstRun
    }
    for group in Self.classes(candidates, at: firstRun) where group.count > 1 {
      add(group, attention, from: firstRun, depth: 0)
    }
    guard savedCount >= Self.smallestSaving else { return nil }
    pieces.sort { ($0.part, $0.depth, $0.rows.lowerBound) < ($1.part, $1.depth, $1.rows.lowerBound) }
  }

  /// A unit that may share pages, with its page table.
  @safe private struct Candidate {
    var unit: Int
    var table: UnsafePointer<UnsafeRawPointer>
    /// The index of the first visible page.
    var first: Int
    /// The index of the last visible page, which is not shared, as rows are written to it.
    var end: Int
    /// The index of the first page that has not been released.
    var firstAvailable: Int
    /// The address of a page.
    subscript(run: Int) -> Int { unsafe Int(bitPattern: table[run]) }
  }

  /// The units of sequences with few rows in the batch.
  private static func candidates(_ attention: UnitAttention) -> [Candidate] {
    var result: [Candidate] = []
    let (units, batch, layer) = (attention.units, attention.batch, attention.layer)
    var start = 0
    while start < units.count {
      let cache = batch[units[start].lowerBound].cache
      var end = start + 1
      while end < units.count, batch[units[end].lowerBound].cache === cache { end += 1 }
      if units[end - 1].upperBound - units[start].lowerBound <= largestRowCount {
        for unit in start..<end {
          let visible = attention.positions(units[unit].lowerBound)
          unsafe result.append(
            Candidate(
              unit: unit, table: cache.pageTable(layer: layer), first: visible.lowerBound / AttentionState.run,
              end: (visible.upperBound - 1) / AttentionState.run,
              firstAvailable: cache.firstPosition(layer: layer) / AttentionState.run))
        }
      }
      start = end
    }
    return result
  }

  /// Divides units into those that have the same page at an index, in the order of the batch.
  private static func classes(_ candidates: [Candidate], at run: Int) -> [[Candidate]] {
    var indices: [Int: Int] = [:]
    var result: [[Candidate]] = []
    for candidate in candidates {
      let page = candidate[run]
      if let index = indices[page] {
        result[index].append(candidate)
      } else {
        indices[page] = result.count
        result.append([candidate])
      }
    }
    return result
  }

  /// Adds the pieces of units that share the page `start`, and those of the classes that they are divided into.
  private mutating func add(_ group: [Candidate], _ attention: UnitAttention, from start: Int, depth: Int) {
    let (first, limit) = (group[0], group.reduce(Int.max) { min($0, $1.end) })
    var end = start + 1
    while end < limit, group.allSatisfy({ $0[end] == first[end] }) { end += 1 }
    savedCount += (group.count - 1) * (end - start)
    let endsInPart = end % AttentionPart.runs > 0
    let isOnePiece = start / AttentionPart.runs == end / AttentionPart.runs
    let firstRow = rows.count
    for candidate in group where candidate.end == end { add(candidate, attention, end: end) }
    for part in Self.classes(group.filter { $0.end > end }, at: end) {
      if part.count > 1 {
        add(part, attention, from: end, depth: endsInPart ? (isOnePiece ? depth : 0) + 1 : 0)
      } else {
        add(part[0], attention, end: end)
      }
    }
    var next = start
    while next < end {
      let pieceEnd = min(end, (next / AttentionPart.runs + 1) * AttentionPart.runs)
      pieces.append(
        Piece(rows: firstRow..<rows.count, runs: next..<pieceEnd, depth: next == start ? depth : 0))
      next = pieceEnd
    }
  }

  /// Adds a unit that shares no page from `end` on.
  private mutating func add(_ candidate: Candidate, _ attention: UnitAttention, end: Int) {
    members.append(Member(unit: candidate.unit, firstRow: rows.count, end: end))
    rows += attention.units[candidate.unit]
  }
}
