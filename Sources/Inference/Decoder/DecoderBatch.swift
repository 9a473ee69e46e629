public import SwiftletKernels

/// The tokens of one forward pass, of any number of sequences, with their positions and caches.
///
/// Rows of a sequence come in the order of their positions. The arrays keep their memory from pass to pass.
public struct DecoderBatch: Sendable {
  /// The token of each row.
  public private(set) var tokens: [Int] = []
  /// The cache and position of each row.
  public private(set) var rows: [BatchRow] = []
  /// The rows whose embeddings are given, instead of those of their tokens.
  private(set) var embedded: [(row: Int, source: EmbeddingRows, index: Int)] = []
  /// The rows whose tokens are of the second type; the others are of the first.
  private(set) var secondTypeRows: [Int] = []
  /// The rotary position of each row; empty if it is the position in the sequence for all.
  private(set) var rotary: [RotaryPosition] = []
  /// The rows whose logits are computed.
  public private(set) var logitRows: [Int] = []
  /// The rows of each LoRA adapter in the batch.
  private(set) var adapted: [(adapter: LowRankAdapter, rows: [Int])] = []
  /// The runs of rows whose attention is computed together.
  private(set) var units: [Range<Int>] = []
  /// The rows of which none sees a position after its own.
  private(set) var causalRows: [BatchRow] = []

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
    if !embedded.isEmpty { embedded.removeAll() }
    if !secondTypeRows.isEmpty { secondTypeRows.removeAll() }
    if !rotary.isEmpty { rotary.removeAll() }
  }

  /// Returns a batch of only the rows whose logits are computed.
  func narrowed() -> DecoderBatch {
    var result = DecoderBatch()
    for row in logitRows {
      let adapter = adapted.first { $0.rows.contains(row) }?.adapter
      result.append(
        tokens[row], at: rows[row].position, of: rows[row].cache, seeingUpTo: rows[row].end, needsLogits: true,
        adapter: adapter, rotary: rotary.isEmpty ? nil : rotary[row])
      if let given = embedded.first(where: { $0.row == row }) {
        result.embedded.append((result.count - 1, given.source, given.index))
      }
    }
    result.findUnits()
    return result
  }

  /// Makes the token of the last row one of the second type.
  mutating func useSecondType() { secondTypeRows.append(count - 1) }

  /// Determines the runs of rows whose attention is computed together, and the causal rows, once all have been added.
  mutating func findUnits() {
    Kernels.units(of: rows, into: &units)
    causalRows = embedded.isEmpty ? rows : rows.map { BatchRow(cache: $0.cache, position: $0.position) }
  }

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
    append(
      token, at: position, of: cache, seeingUpTo: end, needsLogits: needsLogits, adapter: adapter, rotary: nil)
  }

  /// Appends a row of a sequence with embeddings: a token, or a given row for a placeholder.
  ///
  /// - Parameters:
  ///   - token: The token or placeholder.
  ///   - position: Its index in the sequence.
  ///   - cache: The KV cache of the sequence.
  ///   - embeddings: The embedding runs of the sequence.
  ///   - needsLogits: True if its logits are computed.
  ///   - adapter: The LoRA adapter of the sequence; nil for none.
  mutating func append(
    _ token: Int, at position: Int, of cache: KeyValueCache, in embeddings: PromptEmbeddings, needsLogits: Bool,
    adapter: LowRankAdapter? = nil
  ) {
    let placed = embeddings.span(at: position)
    append(
      placed == nil ? token : 0, at: position, of: cache,
      seeingUpTo: placed.flatMap { $0.span.isBidirectional ? $0.end : nil }, needsLogits: needsLogits,
      adapter: adapter, rotary: embeddings.hasGrids ? embeddings.position(of: position) : nil)
    guard let placed else { return }
    embedded.append((count - 1, placed.span.rows, placed.span.range.lowerBound + position - placed.start))
  }

  private mutating func append(
    _ token: Int, at position: Int, of cache: KeyValueCache, seeingUpTo end: Int?, needsLogits: Bool,
    adapter: LowRankAdapter?, rotary place: RotaryPosition?
  ) {
    if place != nil || !rotary.isEmpty {
      if rotary.isEmpty { rotary = rows.map { RotaryPosition($0.position) } }
      rotary.append(place ?? RotaryPosition(position))
    }
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
