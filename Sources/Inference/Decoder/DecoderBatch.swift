public import SwiftletKernels

/// The tokens of one forward pass, of any number of sequences, with their places.
///
/// Rows of a sequence come in the order of their positions. The arrays keep their memory from pass to pass.
public struct DecoderBatch: Sendable {
  /// The token of each row.
  public private(set) var tokens: [Int] = []
  /// The place of each row.
  public private(set) var rows: [BatchRow] = []
  /// The rows whose logits are wanted.
  public private(set) var wanted: [Int] = []
  /// The rows of each adapter that takes part.
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
    wanted.removeAll(keepingCapacity: true)
    adapted.removeAll()
  }

  /// The rows whose logits are wanted, alone.
  func narrowed() -> DecoderBatch {
    var result = DecoderBatch()
    for row in wanted {
      let adapter = adapted.first { $0.rows.contains(row) }?.adapter
      result.append(
        tokens[row], at: rows[row].position, of: rows[row].cache, seeingUpTo: rows[row].end, wantsLogits: true,
        adapter: adapter)
    }
    result.findUnits()
    return result
  }

  /// Finds the runs of rows that belong together, once all are there.
  mutating func findUnits() { Kernels.units(of: rows, into: &units) }

  /// Adds a row, run with an adapter of the model if there is one.
  ///
  /// It sees no position behind its own, unless `end` is given, the position behind the last that it sees.
  public mutating func append(
    _ token: Int, at position: Int, of cache: KeyValueCache, seeingUpTo end: Int? = nil, wantsLogits: Bool,
    adapter: LowRankAdapter? = nil
  ) {
    if let adapter {
      if let known = adapted.firstIndex(where: { $0.adapter === adapter }) {
        adapted[known].rows.append(count)
      } else {
        adapted.append((adapter, [count]))
      }
    }
    if wantsLogits { wanted.append(count) }
    tokens.append(token)
    rows.append(BatchRow(cache: cache, position: position, end: end))
  }
}
