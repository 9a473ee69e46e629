internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The attention states of the units that share pages, each after the pages that it shares.
///
/// Parts of the positions are the same with and without sharing, and so are the operations for each query: the kernel
/// treats queries independently of one another, and what is continued after shared pages is as if it had not been
/// interrupted. So sharing does not change a bit of the results.
@safe struct SharedStates: Sendable {
  let pages: SharedPages
  /// The member of each unit; nil if it shares no pages.
  private let memberIndices: [Int?]
  /// The number of parts that are computed at once; each has its states.
  private let slots: Int
  private let shape: AttentionShape
  private let memory: FloatRows

  /// The maximum number of floats for the states of parts that are computed at once, if that is enough for one.
  private static let largestCount = 4 << 20

  init?(_ attention: UnitAttention, threads: Int, _ scratch: AttentionScratch) {
    guard let pages = SharedPages(attention) else { return nil }
    let shape = attention.shape
    var memberIndices = [Int?](repeating: nil, count: attention.units.count)
    for (index, member) in pages.members.enumerated() { memberIndices[member.unit] = index }
    let stateCount = pages.rows.count * shape.headCount * AttentionState.stride(shape.paddedWidth)
    let parts = (pages.pieces.last?.part ?? 0) - pages.firstRun / AttentionPart.runs + 1
    let sufficient = (4 * threads + shape.keyValueHeadCount - 1) / shape.keyValueHeadCount
    slots = max(1, min(parts, sufficient, Self.largestCount / stateCount))
    let queryCount = pages.rows.count * shape.groupSize * shape.paddedWidth
    guard let memory = scratch.sharedMemory((slots + 2) * stateCount + threads * queryCount) else { return nil }
    (self.pages, self.memberIndices, self.shape, self.memory) = (pages, memberIndices, shape, memory)
  }

  private var stride: Int { AttentionState.stride(shape.paddedWidth) }

  /// The state of a row's first query in one of the slots, behind which there are those of its other queries.
  private func state(slot: Int, head: Int, row: Int) -> UnsafeMutablePointer<Float> {
    let query = (slot * shape.keyValueHeadCount + head) * pages.rows.count * shape.groupSize + row * shape.groupSize
    return unsafe memory.row(0) + query * stride
  }

  /// The memory of a thread for the queries of all rows.
  private func queries(_ worker: Int) -> UnsafeMutablePointer<Float> {
    let count = pages.rows.count * shape.groupSize * shape.paddedWidth
    return unsafe state(slot: slots + 2, head: 0, row: 0) + worker * count
  }

  /// The first position that a unit does not share; nil if it shares none.
  func end(of unit: Int) -> Int? { memberIndices[unit].map { pages.members[$0].end * AttentionState.run } }

  /// The states of a unit after all shared parts that are complete; nil if there are none.
  func merged(_ unit: Int, head: Int) -> UnsafeMutablePointer<Float>? {
    guard let member = memberIndices[unit].map({ pages.members[$0] }),
      member.end / AttentionPart.runs > pages.firstRun / AttentionPart.runs
    else { return nil }
    return unsafe state(slot: slots, head: head, row: member.firstRow)
  }

  /// The states of a unit after the shared pages of the part that begins before its own pages; nil if none does.
  func started(_ unit: Int, head: Int) -> UnsafeMutablePointer<Float>? {
    guard let member = memberIndices[unit].map({ pages.members[$0] }), member.end % AttentionPart.runs > 0 else {
      return nil
    }
    return unsafe state(slot: slots + 1, head: head, row: member.firstRow)
  }

  /// A task: a head of some rows of a piece.
  private struct Task {
    var piece: SharedPages.Piece
    var head: Int
  }

  /// Computes the states, some parts at a time.
  func compute(_ attention: UnitAttention, _ pool: WorkerPool, _ scratch: AttentionScratch) {
    var remaining = pages.pieces[...]
    while let first = remaining.first?.part {
      let round = remaining.prefix { $0.part < first + slots }
      remaining = remaining[round.endIndex...]
      for depth in 0...round.reduce(0, { max($0, $1.depth) }) {
        let tasks = tasks(round.filter { $0.depth == depth }, threads: pool.count)
        pool.forEach(tasks.count) { worker, range in
          for index in range {
            run(tasks[index], attention, slot: tasks[index].piece.part - first, worker, scratch)
          }
        }
      }
      let heads = shape.keyValueHeadCount
      pool.forEach(pages.members.count * heads, chunk: 4) { _, range in
        for index in range {
          let (member, head) = index.quotientAndRemainder(dividingBy: heads)
          merge(pages.members[member], head: head, first..<first + slots, attention)
        }
      }
    }
  }

  /// Returns the tasks of pieces, whose rows are divided only where there are fewer of them than threads.
  private func tasks(_ pieces: [SharedPages.Piece], threads: Int) -> [Task] {
    let count = pieces.count * shape.keyValueHeadCount
    let wanted = (threads + count - 1) / max(1, count)
    var tasks: [Task] = []
    for piece in pieces {
      // Two groups of queries keep a core busy with a page, so a smaller share would take as long.
      let queries = piece.rows.count * shape.groupSize
      let shares = max(1, min(wanted, queries / (2 * ActivationGroup.tokens), piece.rows.count))
      for head in 0..<shape.keyValueHeadCount {
        for share in 0..<shares {
          var part = piece
          let (start, count) = (piece.rows.lowerBound, piece.rows.count)
          part.rows = start + share * count / shares..<start + (share + 1) * count / shares
          tasks.append(Task(piece: part, head: head))
        }
      }
    }
    return tasks
  }

  private func run(_ task: Task, _ attention: UnitAttention, slot: Int, _ worker: Int, _ scratch: AttentionScratch) {
    let (piece, head) = (task.piece, task.head)
    let cache = attention.batch[pages.rows[piece.rows.lowerBound]].cache
    let positions = piece.runs.lowerBound * AttentionState.run..<piece.runs.upperBound * AttentionState.run
    // There is a page after the shared ones.
    let next = unsafe cache.pageTable(layer: attention.layer)[piece.runs.upperBound]
    unsafe attention.attend(
      pages.rows[piece.rows], head: head, positions: positions, continues: piece.depth > 0,
      scratch.threads.row(worker), queries: queries(worker),
      into: state(slot: slot, head: head, row: piece.rows.lowerBound),
      next: next + cache.headOffset(layer: attention.layer, head: head))
  }

  /// Merges the parts of a round that are complete, and keeps the state of one that is not.
  private func merge(_ member: SharedPages.Member, head: Int, _ round: Range<Int>, _ attention: UnitAttention) {
    let count = attention.units[member.unit].count * shape.groupSize
    let merged = unsafe state(slot: slots, head: head, row: member.firstRow)
    for part in round where part * AttentionPart.runs < member.end {
      let result = unsafe state(slot: part - round.lowerBound, head: head, row: member.firstRow)
      if (part + 1) * AttentionPart.runs > member.end {
        unsafe state(slot: slots + 1, head: head, row: member.firstRow).update(from: result, count: count * stride)
      } else if part == pages.firstRun / AttentionPart.runs {
        unsafe merged.update(from: result, count: count * stride)
      } else {
        unsafe attention.merge(result, into: merged, count: count)
      }
    }
  }
}
