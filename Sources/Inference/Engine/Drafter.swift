import SwiftletKernels

/// A sequence in the draft model.
struct DraftSequence {
  let cache: KeyValueCache
  /// The number of tokens whose keys and values are in the cache.
  var count: Int
}

/// Runs the draft model, with a prefix cache of its own as ``SequencePages`` has for the model.
struct Drafter {
  let model: DraftModel
  private var tree: PrefixTree
  private(set) var batch = DecoderBatch()

  init(_ model: DraftModel) { (self.model, tree) = (model, PrefixTree(model.pool)) }

  /// Creates a sequence from the longest cached prefix of its tokens.
  mutating func makeSequence(_ tokens: [Int]) -> DraftSequence {
    let cache = KeyValueCache(pool: model.pool, capacity: model.contextSize)
    let known = tree.find(Array(tokens.prefix(model.contextSize)), adapter: nil)
    cache.adopt(known.runs)
    return DraftSequence(cache: cache, count: known.count)
  }

  /// Releases a sequence and adds its pages to the prefix cache.
  mutating func release(_ sequence: DraftSequence, _ tokens: [Int]) {
    tree.add(
      tokens.prefix(sequence.count), runs: sequence.cache.runs, adapter: nil, checkpoint: .singleUse)
    sequence.cache.removeAll()
    tree.releaseLocal()
  }

  /// Evicts the prefix cache.
  mutating func evictAll() { tree.removeAll() }

  /// Reserves pages for a sequence's next positions and releases those outside their windows.
  ///
  /// - Returns: True if there was memory.
  mutating func reserve(for positions: Range<Int>, of sequence: DraftSequence) -> Bool {
    if sequence.cache.releaseLocal(before: model.pool.firstRetained(after: positions.lowerBound)) {
      tree.releaseLocal()
    }
    while true {
      do throws(KernelError) {
        try sequence.cache.reserve(for: positions)
        return true
      } catch {
        guard tree.evictOldest() else { return false }
      }
    }
  }

  /// Appends tokens of a sequence to the batch; `needsLogits` applies to the last of them.
  mutating func append(
    _ tokens: some Sequence<Int>, at position: Int, of sequence: DraftSequence, needsLogits: Bool
  ) {
    let tokens = Array(tokens)
    for (offset, token) in tokens.enumerated() {
      batch.append(
        token, at: position + offset, of: sequence.cache, needsLogits: needsLogits && offset == tokens.count - 1)
    }
  }

  /// Runs the batch and leaves the logits in the decoder, in the order of the rows that need them.
  mutating func run() {
    model.decoder.forward(&batch)
    // Its rows refer to caches, whose pages may have to be evicted.
    batch.removeAll()
  }
}
