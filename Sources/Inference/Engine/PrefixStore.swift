import SwiftletKernels

/// A cache that holds the first `count` tokens of a prompt.
struct CachedPrefix {
  var cache: KeyValueCache
  var count: Int
}

/// The keys and values of sequences that have ended, for prompts that begin in the same way.
///
/// A conversation's next turn continues its cache. A prompt that shares only a beginning, such as the instructions of
/// another session, gets a copy of that part, so that the conversation it belongs to keeps its own.
struct PrefixStore {
  private struct Entry {
    var cache: KeyValueCache
    var tokens: [Int]
    /// What the model was run with: other adapters have other keys and values.
    var adapter: LowRankAdapter?

    func isContinued(by tokens: [Int], _ adapter: LowRankAdapter?) -> Bool {
      self.adapter === adapter && tokens.starts(with: self.tokens)
    }
  }

  /// Least recently used first.
  private var entries: [Entry] = []
  private let bytesPerToken: Int
  private let planes: Int
  private let byteLimit: Int

  /// What the memory of ended sequences is kept below.
  static let defaultByteLimit = 2 << 30
  /// How many ended sequences are kept: each takes address space for the whole context and is compared with prompts.
  static let maximumCount = 64
  private static let pageSize = 4096

  /// Creates an empty store for caches in which a token's bytes are spread evenly over `planes` places.
  init(bytesPerToken: Int, planes: Int, byteLimit: Int = Self.defaultByteLimit) {
    (self.bytesPerToken, self.planes, self.byteLimit) = (bytesPerToken, planes, byteLimit)
  }

  /// The memory of a sequence: whole pages in each plane.
  private func byteCount(tokens: Int) -> Int {
    (tokens * bytesPerToken / planes + Self.pageSize) / Self.pageSize * Self.pageSize * planes
  }

  /// Keeps an ended sequence's cache, whose positions hold `tokens`.
  mutating func add(_ cache: KeyValueCache, tokens: [Int], adapter: LowRankAdapter?) {
    guard !tokens.isEmpty else { return }
    // Of two that begin alike, the longer serves both.
    if let longer = entries.firstIndex(where: { $0.adapter === adapter && $0.tokens.starts(with: tokens) }) {
      entries.append(entries.remove(at: longer))
      return
    }
    entries.removeAll { $0.isContinued(by: tokens, adapter) }
    entries.append(Entry(cache: cache, tokens: tokens, adapter: adapter))
    var total = entries.reduce(0) { $0 + byteCount(tokens: $1.tokens.count) }
    while total > byteLimit || entries.count > Self.maximumCount, let oldest = entries.first {
      total -= byteCount(tokens: oldest.tokens.count)
      entries.removeFirst()
    }
  }

  /// The longest known beginning of a prompt, at most all but its last token, whose logits have to be computed.
  mutating func take(
    for prompt: [Int], adapter: LowRankAdapter?, makeCache: () throws(InferenceError) -> KeyValueCache
  ) throws(InferenceError) -> CachedPrefix {
    let shared = entries.map {
      $0.adapter === adapter ? $0.cache.reusablePrefix(commonPrefix($0.tokens, prompt)) : 0
    }
    guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }), shared[best] > 0 else {
      return CachedPrefix(cache: try makeCache(), count: 0)
    }
    let count = shared[best]
    let isContinuation = count >= entries[best].tokens.count - 1
    if isContinuation { return CachedPrefix(cache: entries.remove(at: best).cache, count: count) }
    let copy = try makeCache()
    copy.copyPrefix(of: entries[best].cache, count: count)
    entries.append(entries.remove(at: best))
    return CachedPrefix(cache: copy, count: count)
  }

  private func commonPrefix(_ known: [Int], _ prompt: [Int]) -> Int {
    var count = 0
    while count < min(known.count, prompt.count - 1), known[count] == prompt[count] { count += 1 }
    return count
  }
}
