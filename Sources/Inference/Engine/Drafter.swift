import SwiftletKernels

/// What the draft model has read of a sequence.
struct DraftReading {
  let cache: KeyValueCache
  /// How many of the sequence's tokens have their keys and values in the cache.
  var count: Int
}

/// Keeps what the draft model has read, as ``SequencePages`` does for the model.
struct Drafter {
  let model: DraftModel
  private var tree: PrefixTree
  private(set) var batch = DecoderBatch()

  init(_ model: DraftModel) { (self.model, tree) = (model, PrefixTree(model.pool)) }

  /// Begins with a sequence, from the longest known beginning of its tokens.
  mutating func begin(_ tokens: [Int]) -> DraftReading {
    let cache = KeyValueCache(pool: model.pool, capacity: model.contextSize)
    let known = tree.find(Array(tokens.prefix(model.contextSize)), adapter: nil)
    cache.take(known.runs)
    return DraftReading(cache: cache, count: known.count)
  }

  /// Keeps what has been read of a sequence.
  mutating func end(_ reading: DraftReading, _ tokens: [Int]) {
    tree.add(tokens.prefix(reading.count), runs: reading.cache.runs, adapter: nil, for: .one)
    reading.cache.removeAll()
    tree.releaseLocal()
  }

  /// Forgets what is kept.
  mutating func forgetAll() { tree.removeAll() }

  /// Makes room for the next positions of a sequence, and gives back what none of them sees; returns whether there is.
  mutating func makeRoom(for positions: Range<Int>, of reading: DraftReading) -> Bool {
    if reading.cache.releaseLocal(before: model.pool.firstKept(after: positions.lowerBound)) { tree.releaseLocal() }
    while true {
      do throws(KernelError) {
        try reading.cache.makeRoom(for: positions)
        return true
      } catch {
        guard tree.forgetOldest() else { return false }
      }
    }
  }

  /// Adds tokens of a sequence to the next pass.
  mutating func append(
    _ tokens: some Sequence<Int>, at position: Int, of reading: DraftReading, wantsLogits: Bool
  ) {
    let tokens = Array(tokens)
    for (offset, token) in tokens.enumerated() {
      batch.append(
        token, at: position + offset, of: reading.cache, wantsLogits: wantsLogits && offset == tokens.count - 1)
    }
  }

  /// Runs the pass; logits are in the decoder's, in the order in which they were wanted.
  mutating func run() {
    model.decoder.forward(&batch)
    // Its rows refer to caches, whose pages others may need.
    batch.removeAll()
  }
}
