internal import SwiftletKernels

/// The logits of a decoder's last pass: a row for each wanted row of its batch, in order; (maximum, vocabulary).
///
/// A view of a buffer that the next pass overwrites. So, like its ``Decoder``, it is not `Sendable`; what has to outlive
/// the pass or leave the task is copied by ``subscript(row:)``.
public struct DecoderLogits {
  let values: FloatRows

  /// The number of rows that there is room for.
  public var rows: Int { values.rows }

  /// A copy of a row.
  public subscript(row index: Int) -> [Float] { values[row: index] }

  /// Calls `body` with a row, without copying it.
  public func withRow<Result, Failure: Error>(
    _ index: Int, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try values.withRow(index, body)
  }
}

@available(*, unavailable)
extension DecoderLogits: Sendable {}
