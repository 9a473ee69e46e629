/// A merger for long pieces: a heap of candidates over a linked list of symbols.
///
/// A candidate is not removed when one of its symbols is merged elsewhere; a stale candidate is recognised by its
/// length when it is popped. Symbols only ever grow, so a pair from the same start with the same total length is the
/// same pair.
struct MergeQueue: Sendable {
  /// A candidate pair.
  private struct Candidate {
    /// The rank in the high half and the left symbol in the low one, so that one comparison orders both.
    var key: UInt64
    var length: Int32
    var id: Int32
  }

  private var heap: [Candidate] = []
  private var next: [Int32] = []
  private var previous: [Int32] = []

  /// Merges the best pair repeatedly until no pair merges.
  mutating func merge(_ symbols: inout [Symbol], _ text: Span<UInt8>, origin: Int, using rule: some MergeRule) {
    let count = Int32(symbols.count)
    heap.removeAll(keepingCapacity: true)
    next = Array(1...count)
    next[next.count - 1] = -1
    previous = Array(-1..<count - 1)
    for left in 0..<symbols.count - 1 {
      consider(left, left + 1, of: symbols, in: text, origin: origin, rule)
    }
    while let best = pop() {
      let left = Int(truncatingIfNeeded: best.key & 0xFFFF_FFFF)
      let right = Int(next[left])
      guard right >= 0, symbols[left].length > 0, symbols[left].length + symbols[right].length == best.length else {
        continue
      }
      symbols[left].id = best.id
      symbols[left].length = best.length
      symbols[right].length = 0
      next[left] = next[right]
      if next[left] >= 0 {
        previous[Int(next[left])] = Int32(left)
        consider(left, Int(next[left]), of: symbols, in: text, origin: origin, rule)
      }
      if previous[left] >= 0 { consider(Int(previous[left]), left, of: symbols, in: text, origin: origin, rule) }
    }
    symbols.removeAll { $0.length == 0 }
  }

  @inline(__always)
  private mutating func consider(
    _ left: Int, _ right: Int, of symbols: [Symbol], in text: Span<UInt8>, origin: Int, _ rule: some MergeRule
  ) {
    let merge = rule.merge(symbols[left], symbols[right], text, origin: origin)
    guard merge.rank != .max else { return }
    push(
      Candidate(
        key: UInt64(merge.rank) << 32 | UInt64(left), length: symbols[left].length + symbols[right].length,
        id: merge.id))
  }

  private mutating func push(_ candidate: Candidate) {
    var position = heap.count
    heap.append(candidate)
    while position > 0 {
      let parent = (position - 1) / 2
      guard candidate.key < heap[parent].key else { break }
      heap[position] = heap[parent]
      position = parent
    }
    heap[position] = candidate
  }

  private mutating func pop() -> Candidate? {
    guard let best = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return best }
    var position = 0
    while true {
      var child = position * 2 + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].key < heap[child].key { child += 1 }
      guard heap[child].key < last.key else { break }
      heap[position] = heap[child]
      position = child
    }
    heap[position] = last
    return best
  }
}
