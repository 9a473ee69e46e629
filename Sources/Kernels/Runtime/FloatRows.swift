/// A mutable matrix of 32-bit floats: rows of activations.
///
/// Rows are aligned to 64 bytes. They are written by the loops of ``Kernels``, each row by one thread, and read after
/// the loop has ended; no two loops access the same rows concurrently.
@safe public final class FloatRows: Sendable {
  /// The number of rows.
  public let rows: Int
  /// The number of elements per row.
  public let columns: Int
  /// The distance between two rows in elements.
  let stride: Int
  private let memory: AlignedMemory

  /// Allocates `rows` × `columns` zeros.
  public init(rows: Int, columns: Int) throws(KernelError) {
    (self.rows, self.columns) = (rows, columns)
    stride = (columns + 15) / 16 * 16
    memory = try AlignedMemory(byteCount: rows * stride * 4, for: "\(rows) × \(columns) activations")
  }

  /// The address of the first element of a row.
  func row(_ index: Int) -> UnsafeMutablePointer<Float> {
    precondition(index >= 0 && index < rows, "row outside the matrix")
    // Safe: the row was checked, and the memory holds nothing but floats.
    return unsafe memory.start.assumingMemoryBound(to: Float.self) + index * stride
  }

  /// A copy of the elements of a row.
  public subscript(row index: Int) -> [Float] {
    get { unsafe Array(UnsafeBufferPointer(start: row(index), count: columns)) }
    set {
      precondition(newValue.count == columns, "a row has \(columns) elements")
      unsafe row(index).update(from: newValue, count: columns)
    }
  }

  /// Calls `body` with the elements of a row, without copying them.
  public func withRow<Result, Failure: Error>(
    _ index: Int, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let elements = unsafe UnsafeBufferPointer(start: row(index), count: columns)
    return try unsafe body(elements.span)
  }

  /// Calls `body` with the mutable elements of a row.
  public func withMutableRow<Result, Failure: Error>(
    _ index: Int, _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let elements = unsafe UnsafeMutableBufferPointer(start: row(index), count: columns)
    var span = unsafe elements.mutableSpan
    return try body(&span)
  }
}

extension FloatRows {
  /// Returns true if all values of a row are finite.
  public func isFinite(row index: Int) -> Bool {
    withRow(index) { values in
      // A full exponent carries into the sign bit.
      var carries: UInt32 = 0
      for column in values.indices { carries |= values[column].bitPattern & 0x7F80_0000 &+ 0x80_0000 }
      return carries & 0x8000_0000 == 0
    }
  }
}
