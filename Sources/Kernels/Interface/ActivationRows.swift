/// The rows of activations that are packed into one group.
package struct ActivationRows {
  /// The first row.
  package var values: UnsafePointer<Float>
  /// The distance between two rows, in floats.
  package var stride: Int
  /// The number of rows.
  package var rows: Int
  /// The number of columns.
  package var columns: Int

  /// Creates a view of rows from its extents.
  package init(_ values: UnsafePointer<Float>, stride: Int, rows: Int, columns: Int) {
    self.values = values
    self.stride = stride
    self.rows = rows
    self.columns = columns
  }
}
