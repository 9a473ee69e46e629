import SwiftletKernels

/// The pooling of token embeddings to a text embedding; raw values are those of `pooling_type`.
public enum Pooling: Int, Sendable, CaseIterable {
  /// No pooling: one embedding for each token.
  case unpooled = 0
  /// The mean over all tokens.
  case mean
  /// The embedding of the first token, `[CLS]` in BERT models.
  case cls
  /// The embedding of the last token.
  case last
  /// The score of a ranking head (reranker) instead of embeddings.
  case rank

  /// Returns the pooled embedding of the rows of a text; with ``unpooled`` those of its tokens, concatenated.
  func vector(_ rows: Range<Int>, of vectors: FloatRows) -> [Float] {
    switch self {
    case .unpooled, .rank: return rows.flatMap { vectors[row: $0] }
    case .cls: return vectors[row: rows.lowerBound]
    case .last: return vectors[row: rows.upperBound - 1]
    case .mean:
      var sums = [Double](repeating: 0, count: vectors.columns)
      for row in rows {
        vectors.withRow(row) { vector in
          for column in 0..<vector.count { sums[column] += Double(vector[column]) }
        }
      }
      return sums.map { Float($0 / Double(rows.count)) }
    }
  }
}
