import SwiftletKernels
public import SwiftletTokenizers

/// Rows that take the place of token embeddings in a prompt, such as those of a picture.
public final class EmbeddingRows: Sendable {
  let values: FloatRows  // (rows, width of the model · (1 + layers with additional rows))
  /// The identity of the contents.
  public let key: ContentKey
  private let number: Int

  /// The maximum number of rows.
  static let limit = 1 << 20

  /// Creates rows from their values, which must not be changed afterwards.
  init(_ values: FloatRows, key: ContentKey) throws(InferenceError) {
    guard values.rows <= Self.limit else { throw .vision(.tooManyRows(found: values.rows, limit: Self.limit)) }
    (self.values, self.key, number) = (values, key, key.number)
  }

  /// The number of rows.
  public var count: Int { values.rows }
  /// The number of elements of a row.
  public var columns: Int { values.columns }
  /// The size in bytes.
  public var byteCount: Int { 4 * values.rows * values.columns }

  /// Returns the number that stands for a row in the tokens of a prompt.
  ///
  /// It is negative, and the same for equal rows of equal contents only.
  func placeholder(_ row: Int) -> TokenID { -1 - number * Self.limit - row }

  /// Returns a copy of a row.
  public subscript(row index: Int) -> [Float] { values[row: index] }
}

/// A run of embedding rows in a prompt.
public struct EmbeddingSpan: Sendable {
  /// The rows, of which the run has a range.
  public var rows: EmbeddingRows
  /// The range.
  public var range: Range<Int>
  /// The number of columns and rows of a grid, by which positions advance; nil for one position a row.
  ///
  /// A row of the grid has the next position p, p plus its row, and p plus its column in the three sections of the
  /// rotary embedding; the text after it continues from p plus the longer side.
  public var grid: PictureSize?
  /// True if the rows attend to each other in both directions.
  public var isBidirectional: Bool

  /// Creates a run, by default of all rows, in causal order.
  public init(
    _ rows: EmbeddingRows, range: Range<Int>? = nil, grid: PictureSize? = nil, isBidirectional: Bool = false
  ) {
    (self.rows, self.range) = (rows, range ?? 0..<rows.count)
    (self.grid, self.isBidirectional) = (grid, isBidirectional)
  }
}

/// A run of a prompt.
public enum PromptRun: Sendable {
  /// Tokens.
  case tokens([TokenID])
  /// Embedding rows.
  case embeddings(EmbeddingSpan)
}
