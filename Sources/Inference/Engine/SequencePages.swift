import SwiftletKernels
import SwiftletTokenizers

/// Allocates the KV pages of sequences, and keeps those of ended sequences in a prefix cache.
///
/// Memory stays below the pool's limit: pages that only the prefix cache refers to are evicted, the least recently used
/// first. In sliding-window layers a sequence keeps only the pages within the window, however long it becomes.
struct SequencePages {
  let pool: KeyValuePool
  private var tree: PrefixTree
  /// The number of nodes and checkpoints that have been evicted.
  private(set) var evictionCount = 0

  init(_ pool: KeyValuePool) {
    self.pool = pool
    tree = PrefixTree(pool)
  }

  /// True if sequences can continue from prefix checkpoints only.
  var usesCheckpoints: Bool { pool.largestWindow != nil || pool.states.count > 0 }

  /// Creates a sequence with the longest cached prefix of its prompt.
  mutating func makeSequence(_ pending: PendingRequest, contextSize: Int, _ vocabulary: Vocabulary) -> ActiveSequence {
    let cache = KeyValueCache(pool: pool, capacity: contextSize)
    let known = find(pending.request.reusableTokens, pending.request)
    cache.adopt(known.runs, states: known.states)
    let sequence = ActiveSequence(pending, cache, cachedCount: known.count, vocabulary)
    // Where the prompt diverges from an earlier one, or its shared prefix ends, later prompts will probably diverge
    // too. Less than a page is not worth a checkpoint.
    let shared = min(pending.request.sharedPrefixLength ?? 0, pending.request.prompt.count - 1)
    if usesCheckpoints {
      sequence.checkpointCount = [known.matchedCount, shared].map(pending.request.wholeCount).first {
        $0 - known.count >= KeyValuePool.positionsPerPage
      }
    }
    return sequence
  }

  /// Returns the longest cached prefix of a sequence, which does not end in a bidirectional run.
  private mutating func find(_ tokens: [Int], _ request: GenerationRequest) -> PrefixTree.Match {
    var known = tree.find(tokens, adapter: request.adapter)
    while true {
      let count = request.wholeCount(known.count)
      guard count < known.count else { return known }
      // With one more token, since the search excludes the last.
      known = tree.find(Array(tokens.prefix(count + 1)), adapter: request.adapter)
    }
  }

  /// Releases a sequence's pages; those that are not evicted meanwhile are found again by ``resume(_:)``.
  mutating func preempt(_ sequence: ActiveSequence) {
    store(sequence, tokens: sequence.cachedCount)
    sequence.cache.removeAll()
    releaseLocal()
    (sequence.cachedCount, sequence.sharedRunCount, sequence.checkpointCount) = (0, 0, nil)
    sequence.awaited = nil
  }

  /// Resumes a preempted sequence with the longest cached prefix of its tokens.
  mutating func resume(_ sequence: ActiveSequence) {
    let known = find(sequence.reusableTokens, sequence.request)
    sequence.cache.adopt(known.runs, states: known.states)
    sequence.cachedCount = known.count
  }

  /// Continues a sequence from a cached prefix of its prompt that is longer than what it has.
  ///
  /// - Returns: The number of tokens that need not be prefilled any more.
  mutating func extendPrefix(of sequence: inout ActiveSequence) -> Int {
    let known = find(sequence.tokens, sequence.request)
    let gained = known.count - sequence.cachedCount
    guard gained > 0 else { return 0 }
    sequence.cache.adopt(known.runs, states: known.states)
    sequence.cachedCount = known.count
    if let count = sequence.checkpointCount, count - known.count < KeyValuePool.positionsPerPage {
      sequence.checkpointCount = nil
    }
    return gained
  }

  /// Reserves pages for the next `count` tokens of a sequence, and releases those outside their windows.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even with an empty prefix cache.
  mutating func reserve(_ count: Int, for sequence: ActiveSequence) throws(InferenceError) {
    if sequence.cache.releaseLocal(before: pool.firstRetained(after: sequence.cachedCount)) { releaseLocal() }
    let end = min(sequence.cachedCount + count, sequence.cache.capacity)
    try reserve(for: sequence.cachedCount..<max(end, sequence.cachedCount), in: sequence.cache)
  }

  /// Reserves pages in a cache, and evicts cached prefixes as required.
  private mutating func reserve(for positions: Range<Int>, in cache: KeyValueCache) throws(InferenceError) {
    while true {
      do throws(KernelError) {
        return try cache.reserve(for: positions)
      } catch {
        if !tree.evictOldest() { throw .kernel(error) }
        evictionCount += 1
      }
    }
  }

  /// Reserves pages for draft tokens behind a sequence's last token, without evicting anything.
  ///
  /// - Returns: The number of tokens, at most `count`, for which there are pages.
  func reserveForDraft(_ count: Int, for sequence: ActiveSequence) -> Int {
    let (cache, start) = (sequence.cache, sequence.tokens.count)
    if cache.count - start < count {
      // At the memory limit, the draft is limited to the existing pages.
      try? cache.reserve(for: start..<max(start, min(start + count, cache.capacity)))
    }
    return min(count, max(0, cache.count - start))
  }

  /// Returns the pages of a cached prefix, for models without recurrent states.
  mutating func find(_ tokens: [Int], adapter: LowRankAdapter?) -> (runs: [KeyValueRun], count: Int) {
    // With one more token, since the search excludes the last.
    let known = tree.find(tokens + [-1], adapter: adapter)
    return (known.runs, known.count)
  }

  /// Creates a cache for `count` tokens that is not part of the prefix cache.
  ///
  /// In sliding-window layers it has only the pages that the next token sees.
  ///
  /// - Throws: ``InferenceError/kernel(_:)`` if there is no memory even with an empty prefix cache.
  mutating func makeCache(tokens count: Int) throws(InferenceError) -> KeyValueCache {
    let cache = KeyValueCache(pool: pool, capacity: count)
    cache.releaseLocal(before: pool.firstVisible(from: count))
    try reserve(for: 0..<count, in: cache)
    return cache
  }

  /// Adds the pages of a cache to the prefix cache, for models without recurrent states.
  mutating func add(_ tokens: [Int], _ cache: KeyValueCache, adapter: LowRankAdapter?) {
    tree.add(tokens[...], runs: cache.runs, adapter: adapter, checkpoint: .shared)
  }

  /// Adds a sequence's new full pages to the prefix cache, with checkpoints where later sequences may continue.
  ///
  /// One of these is the end of its prompt, for another answer, or for a next turn without the reasoning of this
  /// answer.
  mutating func share(_ sequence: ActiveSequence) {
    if sequence.checkpointCount == sequence.cachedCount {
      sequence.checkpointCount = nil
      store(sequence, tokens: sequence.cachedCount, checkpoint: .shared, states: sequence.cache.states)
    }
    let full = sequence.cachedCount / KeyValuePool.positionsPerPage
    let isPrompt = sequence.isPrefilling && sequence.pendingCount == 0
    guard full > sequence.sharedRunCount || isPrompt else { return }
    sequence.sharedRunCount = full
    store(sequence, tokens: full * KeyValuePool.positionsPerPage, checkpoint: isPrompt ? .singleUse : nil)
  }

  /// Releases an ended sequence and adds its pages to the prefix cache.
  ///
  /// The checkpoint behind an answer is for the conversation's next turn; that behind a prompt without an answer is
  /// shared.
  mutating func release(_ sequence: ActiveSequence) {
    store(
      sequence, tokens: sequence.cachedCount, checkpoint: sequence.generatedCount > 0 ? .singleUse : .shared,
      states: sequence.cache.states)
    sequence.cache.removeAll()
    releaseLocal()
  }

  /// Releases the pages of sliding-window layers that nothing refers to.
  private mutating func releaseLocal() {
    if pool.largestWindow != nil { tree.releaseLocal() }
  }

  /// Evicts the prefix cache.
  ///
  /// - Returns: True if it had any pages.
  @discardableResult
  mutating func evictAll() -> Bool {
    defer { tree.removeAll() }
    return !tree.isEmpty
  }

  /// The pages of the prefix cache, including those that active sequences share.
  var cached: [KeyValuePage] { tree.pages }

  private mutating func store(
    _ sequence: ActiveSequence, tokens count: Int, checkpoint: PrefixTree.Checkpoint.Kind? = nil,
    states: SequenceStates? = nil
  ) {
    tree.add(
      sequence.tokens.prefix(count), runs: sequence.cache.runs, adapter: sequence.request.adapter,
      checkpoint: checkpoint, states: states)
  }
}
