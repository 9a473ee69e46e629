internal import SwiftletKernels

/// The logits of a decoder's last pass, with shape (maximum rows, vocabulary).
///
/// There is a row for each of the batch's ``DecoderBatch/logitRows``, in order.
///
/// This is a view of a buffer that the next pass overwrites. So, like its ``Decoder``, it is not `Sendable`; to keep a
/// row beyond the pass, or to send it to another task, copy it by ``subscript(row:)``.
public struct DecoderLogits {
  let values: FloatRows

  /// The maximum number of rows.
  public var rows: Int { values.rows }

  /// Returns a copy of a row.
  public subscript(row index: Int) -> [Float] { values[row: index] }

  /// Calls `body` with a row, without copying it.
  public func withRow<Result, Failure: Error>(
    _ index: Int, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try values.withRow(index, body)
  }

  /// Returns true if all logits of a row are finite.
  public func isFinite(row index: Int) -> Bool { values.isFinite(row: index) }
}

@available(*, unavailable)
extension DecoderLogits: Sendable {}
