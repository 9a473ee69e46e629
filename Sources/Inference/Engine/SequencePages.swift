import SwiftletKernels
import SwiftletTokenizers

/// Gives sequences the pages that they need, and keeps what they have read for those that come later.
///
/// Memory stays below the pool's limit: pages that only the tree refers to go first, the longest unused before others.
struct SequencePages {
  let pool: KeyValuePool
  private var tree = PrefixTree()
  /// Sequences that have ended, of models whose layers have states; the one that ended last comes last.
  ///
  /// A state is of all tokens: such a sequence can be continued, but no beginning of it shared.
  private var ended: [ActiveSequence] = []
  /// How many are kept of them.
  private static let endedCount = 8

  init(_ pool: KeyValuePool) { self.pool = pool }

  /// Begins a sequence with the longest known beginning of its prompt.
  mutating func begin(_ ticket: Ticket, contextSize: Int, _ vocabulary: Vocabulary) -> ActiveSequence {
    if let index = ended.lastIndex(where: { $0.isContinued(by: ticket.request) }) {
      let last = ended.remove(at: index)
      return ActiveSequence(ticket, last.cache, cachedCount: last.cachedCount, vocabulary)
    }
    let cache = KeyValueCache(pool: pool, capacity: contextSize)
    let (pages, count) = tree.find(ticket.request.prompt, adapter: ticket.request.adapter)
    cache.take(pages)
    return ActiveSequence(ticket, cache, cachedCount: count, vocabulary)
  }

  /// Takes a sequence's pages away; what can be found of them later is as it happens.
  mutating func displace(_ sequence: inout ActiveSequence) {
    keep(sequence, tokens: sequence.cachedCount)
    sequence.cache.removeAll()
    (sequence.cachedCount, sequence.sharedPageCount) = (0, 0)
  }

  /// Goes on with a sequence that was displaced.
  mutating func resume(_ sequence: inout ActiveSequence) {
    let (pages, count) = tree.find(sequence.tokens, adapter: sequence.ticket.request.adapter)
    sequence.cache.take(pages)
    sequence.cachedCount = count
  }

  /// Makes room for the next `count` tokens of a sequence.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even without everything that is kept.
  mutating func makeRoom(_ count: Int, for sequence: ActiveSequence) throws(InferenceError) {
    let end = min(sequence.cachedCount + count, sequence.cache.capacity)
    try makeRoom(for: sequence.cachedCount..<max(end, sequence.cachedCount), in: sequence.cache)
  }

  /// Makes room in a cache.
  private mutating func makeRoom(for positions: Range<Int>, in cache: KeyValueCache) throws(InferenceError) {
    while true {
      do throws(KernelError) {
        return try cache.makeRoom(for: positions)
      } catch {
        if !ended.isEmpty {
          ended.removeFirst()
        } else if !tree.forgetOldest() {
          throw .kernel(error)
        }
      }
    }
  }

  /// The full pages of a known beginning.
  mutating func find(_ tokens: [Int], adapter: LowRankAdapter?) -> (pages: [KeyValuePage], count: Int) {
    // One more token, since all but the last are looked for.
    let (pages, count) = tree.find(tokens + [-1], adapter: adapter)
    let full = count / KeyValuePool.positionsPerPage
    return (Array(pages.prefix(full)), full * KeyValuePool.positionsPerPage)
  }

  /// A cache of its own for as many tokens, which nobody can find.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even without everything that is kept.
  mutating func makeCache(tokens count: Int) throws(InferenceError) -> KeyValueCache {
    let cache = KeyValueCache(pool: pool, capacity: count)
    try makeRoom(for: 0..<count, in: cache)
    return cache
  }

  /// Lets others find what a cache has.
  mutating func add(_ tokens: [Int], _ cache: KeyValueCache, adapter: LowRankAdapter?) {
    tree.add(tokens[...], pages: cache.pages, adapter: adapter)
  }

  /// Lets others find the full pages of a sequence that have not been there before.
  mutating func share(_ sequence: inout ActiveSequence) {
    let full = sequence.cachedCount / KeyValuePool.positionsPerPage
    guard full > sequence.sharedPageCount else { return }
    sequence.sharedPageCount = full
    keep(sequence, tokens: full * KeyValuePool.positionsPerPage)
  }

  /// Keeps all that an ended sequence has read.
  mutating func end(_ sequence: ActiveSequence) {
    keep(sequence, tokens: sequence.cachedCount)
    guard pool.states.count > 0, sequence.cachedCount > 0 else { return }
    ended.append(sequence)
    if ended.count > Self.endedCount { ended.removeFirst() }
  }

  private mutating func keep(_ sequence: ActiveSequence, tokens count: Int) {
    guard pool.states.count == 0 else { return }
    tree.add(sequence.tokens.prefix(count), pages: sequence.cache.pages, adapter: sequence.ticket.request.adapter)
  }
}

extension ActiveSequence {
  /// Whether a prompt begins with all that the sequence has read, and has more.
  fileprivate func isContinued(by request: GenerationRequest) -> Bool {
    request.adapter === ticket.request.adapter && request.prompt.count > cachedCount
      && request.prompt.starts(with: tokens.prefix(cachedCount))
  }
}
