public import SwiftletKernels

/// The tokens of one forward pass, of any number of sequences, with their positions and caches.
///
/// Rows of a sequence come in the order of their positions. The arrays keep their memory from pass to pass.
public struct DecoderBatch: Sendable {
  /// The token of each row.
  public private(set) var tokens: [Int] = []
  /// The cache and position of each row.
  public private(set) var rows: [BatchRow] = []
  /// The rows whose logits are computed.
  public private(set) var logitRows: [Int] = []
  /// The rows of each LoRA adapter in the batch.
  private(set) var adapted: [(adapter: LowRankAdapter, rows: [Int])] = []
  /// The runs of rows whose attention is computed together.
  private(set) var units: [Range<Int>] = []

  /// Creates an empty batch.
  public init() {}

  /// The number of rows.
  public var count: Int { tokens.count }

  /// Empties the batch.
  public mutating func removeAll() {
    tokens.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    logitRows.removeAll(keepingCapacity: true)
    adapted.removeAll()
  }

  /// Returns a batch of only the rows whose logits are computed.
  func narrowed() -> DecoderBatch {
    var result = DecoderBatch()
    for row in logitRows {
      let adapter = adapted.first { $0.rows.contains(row) }?.adapter
      result.append(
        tokens[row], at: rows[row].position, of: rows[row].cache, seeingUpTo: rows[row].end, needsLogits: true,
        adapter: adapter)
    }
    result.findUnits()
    return result
  }

  /// Determines the runs of rows whose attention is computed together, once all rows have been added.
  mutating func findUnits() { Kernels.units(of: rows, into: &units) }

  /// Appends a row.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - position: Its position in the sequence.
  ///   - cache: The KV cache of the sequence.
  ///   - end: The end of the positions that it sees; nil for causal attention.
  ///   - needsLogits: True if its logits are computed.
  ///   - adapter: The LoRA adapter of the sequence; nil for none.
  public mutating func append(
    _ token: Int, at position: Int, of cache: KeyValueCache, seeingUpTo end: Int? = nil, needsLogits: Bool,
    adapter: LowRankAdapter? = nil
  ) {
    if let adapter {
      if let known = adapted.firstIndex(where: { $0.adapter === adapter }) {
        adapted[known].rows.append(count)
      } else {
        adapted.append((adapter, [count]))
      }
    }
    if needsLogits { logitRows.append(count) }
    tokens.append(token)
    rows.append(BatchRow(cache: cache, position: position, end: end))
  }
}
