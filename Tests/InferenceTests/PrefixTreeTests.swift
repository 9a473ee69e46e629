import SwiftletKernels
import Testing

@testable import SwiftletInference

/// The prefix cache, against a list of all prefixes.
@Suite struct PrefixTreeTests {
  private let pool = KeyValuePool(
    layers: 1, shape: AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 32), type: .f32)

  private func runs(_ tokens: [Int]) throws -> [KeyValueRun] {
    let cache = KeyValueCache(pool: pool, capacity: max(1, tokens.count))
    try cache.reserve(for: 0..<tokens.count)
    return cache.runs
  }

  /// Random sequences of few different tokens, so that many share prefixes, some longer than a page.
  @Test func findsTheLongestBeginning() throws {
    var generator = SplitMix64(seed: 11)
    var tree = PrefixTree(pool)
    var known: [[Int]] = []
    for _ in 0..<400 {
      // Go on from a known one, or from a part of it.
      let model = known.randomElement(using: &generator) ?? []
      let start = model.prefix(min(400, Int.random(in: 0...model.count, using: &generator)))
      let length = Int.random(in: 0...130, using: &generator)
      let tokens = Array(start) + (0..<length).map { _ in Int.random(in: 0..<2, using: &generator) }
      let found = tree.find(tokens, adapter: nil)
      let expected = known.map { zip($0, tokens.dropLast()).prefix { $0 == $1 }.count }.max() ?? 0
      #expect(found.count == expected && found.matchedCount == expected)
      #expect(found.runs.count == (expected + 63) / 64)
      tree.add(tokens[...], runs: try runs(tokens), adapter: nil)
      known.append(tokens)
    }
    #expect(pool.usedPageCount == tree.pages.count)
    let someCount = tree.find([0, 1, 2], adapter: nil).count
    #expect(someCount > 0)
    while tree.evictOldest() {}
    #expect(pool.usedPageCount == 0 && tree.pages.count == 0)
    let lastCount = tree.find(known[5] + [0], adapter: nil).count
    #expect(lastCount == 0)
  }

  @Test func theLongestUnusedGoFirstAndThoseInUseStay() throws {
    var tree = PrefixTree(pool)
    for first in 0..<3 {
      let tokens = [first] + [Int](repeating: 7, count: 99)
      tree.add(tokens[...], runs: try runs(tokens), adapter: nil)
    }
    #expect(tree.pages.count == 6)
    func shared(_ first: Int) -> Int { tree.find([first] + [Int](repeating: 7, count: 100), adapter: nil).count }
    let first = shared(0)
    #expect(first == 100)
    // Of 1 the end is evicted first, then its beginning, then 2; 0 is still referenced.
    let held = tree.find([0] + [Int](repeating: 7, count: 100), adapter: nil).runs
    #expect(held.count == 2)
    for left in [5, 4, 3, 2] {
      let forgot = tree.evictOldest()
      #expect(forgot)
      #expect(tree.pages.count == left)
    }
    let forgotMore = tree.evictOldest()
    #expect(!forgotMore)
    #expect(pool.usedPageCount == 2)
    let left = [shared(0), shared(1), shared(2)]
    #expect(left == [100, 0, 0])
    // Optimised, a test gives up what it does not use any more.
    withExtendedLifetime(held) {}
  }

  // MARK: Models with recurrent states

  private let statePool = KeyValuePool(
    layers: 1, shape: AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 32), type: .f32,
    states: LayerStates(count: 2, columns: 3))

  /// A cache with room for as many tokens.
  private func cache(_ tokens: [Int]) throws -> KeyValueCache {
    let cache = KeyValueCache(pool: statePool, capacity: max(1, tokens.count))
    try cache.reserve(for: 0..<tokens.count)
    return cache
  }

  /// A match extends to the longest prefix that has states.
  @Test func findsTheLongestBeginningWithStates() throws {
    var generator = SplitMix64(seed: 12)
    var tree = PrefixTree(statePool)
    var (known, read): ([[Int]], [[Int]]) = ([], [])
    var states: [[Int]: SequenceStates] = [:]
    for _ in 0..<300 {
      let model = read.randomElement(using: &generator) ?? []
      let start = model.prefix(min(300, Int.random(in: 0...model.count, using: &generator)))
      let length = Int.random(in: 1...130, using: &generator)
      let tokens = Array(start) + (0..<length).map { _ in Int.random(in: 0..<2, using: &generator) }
      let found = tree.find(tokens, adapter: nil)
      let expected = known.filter { $0.count < tokens.count && tokens.starts(with: $0) }.max { $0.count < $1.count }
      let all = read.map { zip($0, tokens.dropLast()).prefix { $0 == $1 }.count }.max() ?? 0
      #expect(found.count == expected?.count ?? 0 && found.matchedCount == all)
      #expect(found.runs.count == (found.count + 63) / 64)
      #expect(expected.map { found.states === states[$0] } ?? (found.states == nil))
      let cache = try cache(tokens)
      let hasStates = Bool.random(using: &generator)
      tree.add(tokens[...], runs: cache.runs, adapter: nil, checkpoint: .shared, states: hasStates ? cache.states : nil)
      read.append(tokens)
      if hasStates {
        known.append(tokens)
        states[tokens] = cache.states
      }
    }
    (known, states) = ([], [:])
    while tree.evictOldest() {}
    #expect(statePool.usedPageCount == 0 && statePool.usedStatesCount == 0)
  }

  @Test func singleUseCheckpointsAreRemovedOnceFound() throws {
    var tree = PrefixTree(statePool)
    let tokens = Array(0..<70)
    for (isSingleUse, left) in [(true, 0), (false, 70)] {
      let cache = try cache(tokens)
      tree.add(
        tokens[...], runs: cache.runs, adapter: nil, checkpoint: isSingleUse ? .singleUse : .shared,
        states: cache.states)
      let counts = (0..<2).map { _ in tree.find(tokens + [70, 71], adapter: nil).count }
      #expect(counts == [70, left])
    }
  }
}
