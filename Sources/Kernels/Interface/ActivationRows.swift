/// Rows of activations that become a group.
package struct ActivationRows {
  /// The first row.
  package var values: UnsafePointer<Float>
  /// The distance of two rows in floats.
  package var stride: Int
  /// The number of rows.
  package var rows: Int
  /// The number of columns.
  package var columns: Int

  /// Joins rows and their extents.
  package init(_ values: UnsafePointer<Float>, stride: Int, rows: Int, columns: Int) {
    self.values = values
    self.stride = stride
    self.rows = rows
    self.columns = columns
  }
}
