public import SwiftletGGUF
internal import SwiftletKernelsPortable

/// The operations of a forward pass on rows of activations, shared out over the threads of a pool.
///
/// Every method checks the extents of its operands once and then runs pointers over them.
public struct Kernels: Sendable {
  /// The threads.
  public let pool: WorkerPool
  let table: KernelTable

  /// The name of the instruction set that the kernels are compiled for.
  public var instructionSet: String { table.name }

  /// Creates the operations on a pool's threads, with the kernels of an instruction set that is available.
  public init(pool: WorkerPool, instructionSet: InstructionSet = .chosen) {
    precondition(InstructionSet.available.contains(instructionSet), "\(instructionSet) is not available here")
    self.init(pool: pool, table: .table(for: instructionSet))
  }

  /// Creates the operations with chosen kernels.
  init(pool: WorkerPool, table: KernelTable) { (self.pool, self.table) = (pool, table) }

  /// How many rows a thread claims at once where rows are cheap.
  private static let rowChunk = 4

  /// RMSNorm of the first `rows` rows of `x` into `output`, in 8 bits too if `quantizing`.
  public func normalize(
    _ x: FloatRows, rows: Int, weight: FloatRows, epsilon: Float, into output: Activations, quantizing: Bool
  ) {
    normalize(x, rows, weight, epsilon, output, quantizing) { $0 }
  }

  /// RMSNorm of chosen rows of `x`: row i of `output` comes from row `rows[i]`.
  public func normalize(
    _ x: FloatRows, rows: [Int], weight: FloatRows, epsilon: Float, into output: Activations, quantizing: Bool
  ) {
    normalize(x, rows.count, weight, epsilon, output, quantizing) { rows[$0] }
  }

  private func normalize(
    _ x: FloatRows, _ count: Int, _ weight: FloatRows, _ epsilon: Float, _ output: Activations, _ quantizing: Bool,
    from source: @Sendable (Int) -> Int
  ) {
    precondition(x.columns == output.columns && weight.columns == x.columns && weight.rows == 1, "norm extents differ")
    pool.forEach(count, chunk: Self.rowChunk) { [table] _, range in
      for row in range {
        unsafe table.rmsNorm(x.row(source(row)), weight.row(0), x.columns, epsilon, output.values.row(row))
        if quantizing { unsafe table.quantize(output.values.row(row), output.columns, output.blocks(row: row)) }
      }
    }
  }

  /// Rows of an embedding table (columns, vocabulary), straight from the file, into the first rows of `output`.
  public func embed(_ tokens: [Int], _ table: GGUFTensor, into output: FloatRows) {
    guard let format = table.type.blockFormat else { preconditionFailure("embedding type without a format") }
    precondition(table.columns == output.columns && tokens.count <= output.rows, "embedding extents differ")
    precondition(tokens.allSatisfy { (0..<table.rows).contains($0) }, "token outside the embedding table")
    pool.forEach(tokens.count, chunk: Self.rowChunk) { _, range in
      for index in range {
        unsafe table.withBytes { bytes in
          let start = tokens[index] * table.bytesPerRow
          unsafe format.dequantize(
            UnsafeRawBufferPointer(rebasing: bytes[start..<start + table.bytesPerRow]),
            into: UnsafeMutableBufferPointer(start: output.row(index), count: table.columns))
        }
      }
    }
  }

  /// The products of the first `rows` rows of `input` with every matrix of `projection`, side by side in `output`.
  public func multiply(_ projection: Projection, _ input: Activations, rows: Int, into output: FloatRows) {
    precondition(projection.columns == input.columns && projection.rows <= output.columns, "product extents differ")
    precondition(rows <= output.rows && rows <= input.values.rows, "more rows than there is room for")
    // Small enough chunks that a late thread costs little, large enough that claiming them does not count.
    let chunk = max(1, projection.panelCount / (pool.count * 16))
    pool.forEach(projection.panelCount, chunk: chunk) { _, panels in
      var start = panels.lowerBound
      while start < panels.upperBound {
        let end = min(start + projection.cachedPanelCount(at: start), panels.upperBound)
        // A few panels and a few rows of activations stay in the second-level cache while they meet each other.
        for row in stride(from: 0, to: rows, by: Self.rowBlock) {
          let block = row..<min(row + Self.rowBlock, rows)
          for panel in start..<end { multiply(projection, panel: panel, input, rows: block, into: output) }
        }
        start = end
      }
    }
  }

  /// How many rows of activations are kept near: four of the largest tiles.
  private static let rowBlock = 48

  private func multiply(
    _ projection: Projection, panel: Int, _ input: Activations, rows: Range<Int>, into output: FloatRows
  ) {
    let (matrix, index, column) = projection.locate(panel: panel)
    let isInteger = matrix.format.isInteger
    let first = rows.lowerBound
    unsafe table.multiply(matrix.format)(
      matrix.panel(index), matrix.columns,
      isInteger ? UnsafeRawPointer(input.blocks(row: first)) : UnsafeRawPointer(input.values.row(first)),
      isInteger ? input.blockStride : input.values.stride * 4, rows.count, output.row(first) + column, output.stride,
      min(Panel.rows, matrix.rows - index * Panel.rows))
  }

  /// SwiGLU: rows of `input` hold the gate and behind it the linear part, each as long as a row of `output`.
  public func swiGLU(_ input: FloatRows, rows: Int, into output: Activations, quantizing: Bool) {
    let columns = output.columns
    precondition(input.columns == 2 * columns, "a gate and a linear part are expected")
    pool.forEach(rows) { [table] _, range in
      for row in range {
        let gate = unsafe input.row(row)
        unsafe table.swiGLU(gate, gate + columns, columns)
        unsafe output.values.row(row).update(from: gate, count: columns)
        if quantizing { unsafe table.quantize(gate, columns, output.blocks(row: row)) }
      }
    }
  }

  /// Adds the rows of `x` to those of `sum`: the residual connection.
  public func add(_ x: FloatRows, to sum: FloatRows, rows: Int) {
    precondition(x.columns >= sum.columns, "sum extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [table] _, range in
      for row in range { unsafe table.add(x.row(row), sum.row(row), sum.columns) }
    }
  }

  /// The first `rows` rows of `x` in 8 bits.
  public func quantize(_ x: Activations, rows: Int) {
    pool.forEach(rows, chunk: Self.rowChunk) { [table] _, range in
      for row in range { unsafe table.quantize(x.values.row(row), x.columns, x.blocks(row: row)) }
    }
  }
}
