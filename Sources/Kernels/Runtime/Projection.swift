/// Matrices that take the same input: one loop multiplies them all, and their products lie side by side.
///
/// Queries, keys and values are one projection, gate and linear part of a feed-forward network another. The formats of
/// the matrices may differ.
public struct Projection: Sendable {
  /// The matrices in the order of their products.
  public let matrices: [PackedMatrix]
  /// The length of an input.
  public let columns: Int
  /// The length of all products together.
  public let rows: Int
  let panelCount: Int

  /// Joins matrices, which must have the same number of columns.
  public init(_ matrices: [PackedMatrix]) {
    precondition(!matrices.isEmpty && matrices.allSatisfy { $0.columns == matrices[0].columns }, "columns differ")
    self.matrices = matrices
    columns = matrices[0].columns
    rows = matrices.reduce(0) { $0 + $1.rows }
    panelCount = matrices.reduce(0) { $0 + $1.panelCount }
  }

  /// Whether any of the products takes activations in 8 bits.
  public var needsQuantizedInput: Bool { matrices.contains { $0.format.isInteger } }

  /// The matrix that a panel belongs to, the panel's index there, and the column of its first product.
  func locate(panel: Int) -> (matrix: PackedMatrix, index: Int, column: Int) {
    var (index, start) = (panel, 0)
    for matrix in matrices {
      if index < matrix.panelCount { return (matrix, index, start + index * 16) }
      index -= matrix.panelCount
      start += matrix.rows
    }
    preconditionFailure("panel outside the projection")
  }
}

extension Projection {
  /// The size of the packed matrices in bytes.
  public var byteCount: Int { matrices.reduce(0) { $0 + $1.byteCount } }

  /// How many panels from a given one on fit a part of the second-level cache, at least one.
  func cachedPanelCount(at panel: Int) -> Int {
    max(1, (256 << 10) / max(1, locate(panel: panel).matrix.panelByteCount))
  }
}
