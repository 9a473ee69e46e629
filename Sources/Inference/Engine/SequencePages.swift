import SwiftletKernels
import SwiftletTokenizers

/// Gives sequences the pages that they need, and keeps what they have read for those that come later.
///
/// Memory stays below the pool's limit: pages that only the tree refers to go first, the longest unused before others.
struct SequencePages {
  let pool: KeyValuePool
  private var tree: PrefixTree
  /// How many kept pages, or states, have made room for others.
  private(set) var evictionCount = 0

  init(_ pool: KeyValuePool) {
    self.pool = pool
    tree = PrefixTree(hasStates: pool.states.count > 0)
  }

  /// Begins a sequence with the longest known beginning of its prompt.
  mutating func begin(_ ticket: Ticket, contextSize: Int, _ vocabulary: Vocabulary) -> ActiveSequence {
    let cache = KeyValueCache(pool: pool, capacity: contextSize)
    let known = tree.find(ticket.request.prompt, adapter: ticket.request.adapter)
    cache.take(known.pages, states: known.states)
    var sequence = ActiveSequence(ticket, cache, cachedCount: known.count, vocabulary)
    // Where this prompt leaves one that was read before, others will too: next time there are states. What is less than
    // a page is read as fast.
    if known.knownCount - known.count >= KeyValuePool.positionsPerPage { sequence.branch = known.knownCount }
    return sequence
  }

  /// Takes a sequence's pages away; what can be found of them later is as it happens.
  mutating func displace(_ sequence: inout ActiveSequence) {
    keep(sequence, tokens: sequence.cachedCount)
    sequence.cache.removeAll()
    (sequence.cachedCount, sequence.sharedPageCount, sequence.branch) = (0, 0, nil)
  }

  /// Goes on with a sequence that was displaced.
  mutating func resume(_ sequence: inout ActiveSequence) {
    let known = tree.find(sequence.tokens, adapter: sequence.ticket.request.adapter)
    sequence.cache.take(known.pages, states: known.states)
    sequence.cachedCount = known.count
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
        if !tree.forgetOldest() { throw .kernel(error) }
        evictionCount += 1
      }
    }
  }

  /// Makes room for guesses behind a sequence's last token, unless others would lose memory for it.
  ///
  /// - Returns: For how many of `count` tokens there is room.
  func roomToGuess(_ count: Int, for sequence: ActiveSequence) -> Int {
    let (cache, start) = (sequence.cache, sequence.tokens.count)
    if cache.count - start < count {
      // At the limit, guesses stay within the pages that there are.
      try? cache.makeRoom(for: start..<max(start, min(start + count, cache.capacity)))
    }
    return min(count, max(0, cache.count - start))
  }

  /// The full pages of a known beginning, of a model without states.
  mutating func find(_ tokens: [Int], adapter: LowRankAdapter?) -> (pages: [KeyValuePage], count: Int) {
    // One more token, since all but the last are looked for.
    let known = tree.find(tokens + [-1], adapter: adapter)
    let full = known.count / KeyValuePool.positionsPerPage
    return (Array(known.pages.prefix(full)), full * KeyValuePool.positionsPerPage)
  }

  /// A cache of its own for as many tokens, which nobody can find.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even without everything that is kept.
  mutating func makeCache(tokens count: Int) throws(InferenceError) -> KeyValueCache {
    let cache = KeyValueCache(pool: pool, capacity: count)
    try makeRoom(for: 0..<count, in: cache)
    return cache
  }

  /// Lets others find what a cache has, of a model without states.
  mutating func add(_ tokens: [Int], _ cache: KeyValueCache, adapter: LowRankAdapter?) {
    tree.add(tokens[...], pages: cache.pages, adapter: adapter)
  }

  /// Lets others find the full pages of a sequence that have not been there before, and its states where it left others.
  mutating func share(_ sequence: inout ActiveSequence) {
    if sequence.branch == sequence.cachedCount {
      sequence.branch = nil
      keep(sequence, tokens: sequence.cachedCount, states: sequence.cache.states)
    }
    let full = sequence.cachedCount / KeyValuePool.positionsPerPage
    guard full > sequence.sharedPageCount else { return }
    sequence.sharedPageCount = full
    keep(sequence, tokens: full * KeyValuePool.positionsPerPage)
  }

  /// Keeps all that an ended sequence has read.
  ///
  /// The states after an answer are for the conversation's next turn; those after what was only read are for many.
  mutating func end(_ sequence: ActiveSequence) {
    keep(
      sequence, tokens: sequence.cachedCount, states: sequence.cache.states, isForOne: sequence.generatedCount > 0)
  }

  /// Forgets what is kept of sequences that have ended.
  mutating func forgetAll() { tree.removeAll() }

  /// The pages that are kept for later prompts, served sequences' among them.
  var kept: [KeyValuePage] { tree.pages }

  private mutating func keep(
    _ sequence: ActiveSequence, tokens count: Int, states: SequenceStates? = nil, isForOne: Bool = false
  ) {
    tree.add(
      sequence.tokens.prefix(count), pages: sequence.cache.pages, adapter: sequence.ticket.request.adapter,
      states: states, isForOne: isForOne)
  }
}
