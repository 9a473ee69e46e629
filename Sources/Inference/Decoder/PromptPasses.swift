public import SwiftletKernels

/// The passes over a prompt of tokens and embedding rows, for programs that run a decoder by themselves.
public struct PromptPasses: Sendable {
  private let tokens: [Int]
  private let embeddings: PromptEmbeddings?
  private let chunk: Int
  private var start = 0

  /// Creates the passes over a prompt.
  ///
  /// - Parameters:
  ///   - runs: The runs of the prompt.
  ///   - chunk: The number of rows of a pass; those that see each other in both directions are not divided.
  public init(_ runs: [PromptRun], chunk: Int) {
    let (tokens, embeddings) = PromptEmbeddings.make(runs)
    (self.tokens, self.embeddings, self.chunk) = (tokens, embeddings, max(1, chunk))
  }

  /// The number of tokens and rows of the prompt.
  public var count: Int { tokens.count }

  /// The number of rows of the largest pass.
  public var largestPass: Int { min(max(chunk, embeddings?.longestBidirectional ?? 0), max(1, tokens.count)) }

  /// Replaces the rows of a batch by those of the next pass.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - cache: The KV cache of the prompt, with room for it.
  ///   - adapter: The LoRA adapter; nil for none.
  /// - Returns: False at the end, with an empty batch.
  public mutating func next(
    into batch: inout DecoderBatch, of cache: KeyValueCache, adapter: LowRankAdapter? = nil
  ) -> Bool {
    batch.removeAll()
    guard start < tokens.count else { return false }
    var end = min(start + chunk, tokens.count)
    if let embeddings {
      end = embeddings.wholeCount(end)
      if end <= start { end = embeddings.bidirectionalEnd(from: start) ?? min(start + chunk, tokens.count) }
    }
    for position in start..<end {
      if let embeddings {
        batch.append(
          tokens[position], at: position, of: cache, in: embeddings, needsLogits: true, adapter: adapter)
      } else {
        batch.append(tokens[position], at: position, of: cache, needsLogits: true, adapter: adapter)
      }
    }
    start = end
    return true
  }
}
