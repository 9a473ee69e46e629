import SwiftletKernels
import SwiftletTokenizers

/// Gives sequences the pages that they need, and keeps what they have read for those that come later.
///
/// Memory stays below the pool's limit: pages that only the tree refers to go first, the longest unused before others.
/// Of layers with windows a sequence keeps no more than what it will see, however long it becomes.
struct SequencePages {
  let pool: KeyValuePool
  private var tree: PrefixTree
  /// How many kept pages, or states, have made room for others.
  private(set) var evictionCount = 0

  init(_ pool: KeyValuePool) {
    self.pool = pool
    tree = PrefixTree(pool)
  }

  /// Whether sequences go on from places that were kept, and from no others.
  private var hasKeptPlaces: Bool { pool.reach != nil || pool.states.count > 0 }

  /// Begins a sequence with the longest known beginning of its prompt.
  mutating func begin(_ ticket: Ticket, contextSize: Int, _ vocabulary: Vocabulary) -> ActiveSequence {
    let cache = KeyValueCache(pool: pool, capacity: contextSize)
    let known = tree.find(ticket.request.prompt, adapter: ticket.request.adapter)
    cache.take(known.runs, states: known.states)
    var sequence = ActiveSequence(ticket, cache, cachedCount: known.count, vocabulary)
    // Where this prompt leaves one that was read before, others will too, or where the caller says: next time it can be
    // gone on from there. What is less than a page is read as fast.
    let shared = min(ticket.request.sharedCount ?? 0, ticket.request.prompt.count - 1)
    if hasKeptPlaces {
      sequence.branch = [known.knownCount, shared].first { $0 - known.count >= KeyValuePool.positionsPerPage }
    }
    return sequence
  }

  /// Takes a sequence's pages away; what can be found of them later is as it happens.
  mutating func displace(_ sequence: inout ActiveSequence) {
    keep(sequence, tokens: sequence.cachedCount)
    sequence.cache.removeAll()
    releaseLocal()
    (sequence.cachedCount, sequence.sharedRunCount, sequence.branch) = (0, 0, nil)
  }

  /// Goes on with a sequence that was displaced.
  mutating func resume(_ sequence: inout ActiveSequence) {
    let known = tree.find(sequence.tokens, adapter: sequence.ticket.request.adapter)
    sequence.cache.take(known.runs, states: known.states)
    sequence.cachedCount = known.count
  }

  /// Makes room for the next `count` tokens of a sequence, and gives back what none of them will see.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even without everything that is kept.
  mutating func makeRoom(_ count: Int, for sequence: ActiveSequence) throws(InferenceError) {
    if sequence.cache.releaseLocal(before: pool.firstKept(after: sequence.cachedCount)) { releaseLocal() }
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

  /// The pages of a known beginning, of a model without states.
  mutating func find(_ tokens: [Int], adapter: LowRankAdapter?) -> (runs: [KeyValueRun], count: Int) {
    // One more token, since all but the last are looked for.
    let known = tree.find(tokens + [-1], adapter: adapter)
    return (known.runs, known.count)
  }

  /// A cache of its own for as many tokens, which nobody can find; of layers with windows, for what the next one sees.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even without everything that is kept.
  mutating func makeCache(tokens count: Int) throws(InferenceError) -> KeyValueCache {
    let cache = KeyValueCache(pool: pool, capacity: count)
    cache.releaseLocal(before: pool.firstSeen(from: count))
    try makeRoom(for: 0..<count, in: cache)
    return cache
  }

  /// Lets others find what a cache has, of a model without states.
  mutating func add(_ tokens: [Int], _ cache: KeyValueCache, adapter: LowRankAdapter?) {
    tree.add(tokens[...], runs: cache.runs, adapter: adapter, for: .many)
  }

  /// Lets others find the full pages of a sequence that have not been there before, and go on where it left others.
  ///
  /// Behind its prompt somebody may ask for another answer, or go on without the thoughts of this one.
  mutating func share(_ sequence: inout ActiveSequence) {
    if sequence.branch == sequence.cachedCount {
      sequence.branch = nil
      keep(sequence, tokens: sequence.cachedCount, for: .many, states: sequence.cache.states)
    }
    let full = sequence.cachedCount / KeyValuePool.positionsPerPage
    let isPrompt = sequence.isReading && sequence.pendingCount == 0
    guard full > sequence.sharedRunCount || isPrompt else { return }
    sequence.sharedRunCount = full
    keep(sequence, tokens: full * KeyValuePool.positionsPerPage, for: isPrompt ? .one : nil)
  }

  /// Keeps all that an ended sequence has read, and takes its pages away.
  ///
  /// Behind an answer the conversation's next turn goes on; behind what was only read, many do.
  mutating func end(_ sequence: ActiveSequence) {
    keep(
      sequence, tokens: sequence.cachedCount, for: sequence.generatedCount > 0 ? .one : .many,
      states: sequence.cache.states)
    sequence.cache.removeAll()
    releaseLocal()
  }

  /// Lets go of what sequences of a model with windows have left behind.
  private mutating func releaseLocal() {
    if pool.reach != nil { tree.releaseLocal() }
  }

  /// Forgets what is kept of sequences that have ended.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  mutating func forgetAll() -> Bool {
    defer { tree.removeAll() }
    return !tree.isEmpty
  }

  /// The pages that are kept for later prompts, served sequences' among them.
  var kept: [KeyValuePage] { tree.pages }

  private mutating func keep(
    _ sequence: ActiveSequence, tokens count: Int, for audience: PrefixTree.Checkpoint.Audience? = nil,
    states: SequenceStates? = nil
  ) {
    tree.add(
      sequence.tokens.prefix(count), runs: sequence.cache.runs, adapter: sequence.ticket.request.adapter,
      for: audience, states: states)
  }
}
