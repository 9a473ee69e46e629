internal import SwiftletKernelsPortable

/// The input of matrix products: rows of floats, and the same rows in 8 bits for integer weights.
@safe public final class Activations: Sendable {
  /// The rows as floats.
  public let values: FloatRows
  /// The distance of two quantised rows in bytes.
  let blockStride: Int
  private let blocks: AlignedMemory

  /// The number of elements in a row.
  public var columns: Int { values.columns }

  /// Allocates `rows` × `columns` zeros in both forms.
  public init(rows: Int, columns: Int) throws(KernelError) {
    values = try FloatRows(rows: rows, columns: columns)
    blockStride = columns / ActivationBlock.columns * ActivationBlock.byteCount
    blocks = try AlignedMemory(byteCount: rows * blockStride, for: "\(rows) × \(columns) quantised activations")
  }

  /// The first block of a quantised row.
  func blocks(row: Int) -> UnsafeMutableRawPointer {
    precondition(row >= 0 && row < values.rows, "row outside the matrix")
    // Safe: the row was checked.
    return unsafe blocks.start + row * blockStride
  }
}
