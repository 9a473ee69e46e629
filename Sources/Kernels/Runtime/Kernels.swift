public import SwiftletGGUF
internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The operations of a forward pass on rows of activations, distributed over the threads of a pool.
///
/// Each method checks the extents of its operands once, and then uses unchecked pointers.
public struct Kernels: Sendable {
  /// The thread pool.
  public let pool: WorkerPool
  let table: KernelTable
  /// The kernels other than matrix products.
  var vectors: any VectorKernels.Type { table.vectors }

  /// The name of the instruction set that the kernels are compiled for.
  public var instructionSet: String { table.instructionSet.rawValue }

  /// Creates the operations on a thread pool, with the kernels of an available instruction set.
  public init(pool: WorkerPool, instructionSet: InstructionSet = .chosen) {
    precondition(InstructionSet.available.contains(instructionSet), "\(instructionSet) is not available here")
    self.init(pool: pool, table: KernelTable(instructionSet))
  }

  /// Creates the operations with the given kernels.
  init(pool: WorkerPool, table: KernelTable) { (self.pool, self.table) = (pool, table) }

  /// The number of rows per chunk for inexpensive row operations.
  static let rowChunk = 4

  /// Normalises the first `rows` rows of `x` into `output`, and converts them to the given forms.
  public func normalize(_ x: FloatRows, rows: Int, _ norm: Norm, into output: Activations, forms: ActivationForms) {
    normalize(x, rows, norm, output, forms) { $0 }
  }

  /// Normalises selected rows of `x`: row i of `output` is the norm of row `rows[i]`.
  public func normalize(_ x: FloatRows, rows: [Int], _ norm: Norm, into output: Activations, forms: ActivationForms) {
    normalize(x, rows.count, norm, output, forms) { rows[$0] }
  }

  /// Normalises the first `rows` rows of `x` in place.
  public func normalize(_ x: FloatRows, rows: Int, _ norm: Norm) {
    precondition(norm.weight.columns == x.columns && norm.weight.rows == 1 && rows <= x.rows, "norm extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range { unsafe norm.apply(x.row(row), into: x.row(row), vectors) }
    }
  }

  private func normalize(
    _ x: FloatRows, _ count: Int, _ norm: Norm, _ output: Activations, _ forms: ActivationForms,
    from source: @Sendable (Int) -> Int
  ) {
    precondition(x.columns == output.columns, "norm extents differ")
    precondition(norm.weight.columns == x.columns && norm.weight.rows == 1, "norm extents differ")
    forEachGroup(count) { [vectors] group in
      for row in group { unsafe norm.apply(x.row(source(row)), into: output.values.row(row), vectors) }
      output.prepare(group, forms, vectors)
    }
  }

  /// Distributes the activation groups of a batch over the threads.
  func forEachGroup(_ rows: Int, _ body: @Sendable (Range<Int>) -> Void) {
    pool.forEach(Activations.groupCount(rows: rows)) { _, groups in
      for index in groups { body(Activations.group(index, of: rows)) }
    }
  }

  /// Dequantises rows of an embedding table (columns, vocabulary) from the file into the first rows of `output`.
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

  /// Multiplies the first `rows` rows of `input` by all matrices of `projection`, whose products are adjacent in
  /// `output`.
  ///
  /// The rows of `input` have to be prepared as a batch of `rows`, in the projection's ``Projection/inputForms``.
  ///
  /// - Parameters:
  ///   - projection: The matrices.
  ///   - input: The activations.
  ///   - rows: The number of rows.
  ///   - output: The products.
  ///   - maxima: If there is a single row, the maxima of its blocks: those of
  ///     ``findBlockMaxima(_:row:blockSize:into:)``, found while the products are in the threads' caches.
  public func multiply(
    _ projection: Projection, _ input: Activations, rows: Int, into output: FloatRows, maxima: BlockMaxima? = nil
  ) {
    precondition(projection.columns == input.columns && projection.rows <= output.columns, "product extents differ")
    precondition(rows <= output.rows && rows <= input.values.rows, "more rows than there is room for")
    maxima?.check(projection, rows: rows, output)
    // Chunks are small enough to balance the load, and large enough to amortise claiming them and, in large batches,
    // reading the activations.
    let shares = projection.pairCount / pool.count
    var chunk = max(1, shares / 16, rows >= ColumnBlock.tokenThreshold ? min(8, shares / 4) : 1)
    // Whole blocks.
    if let step = maxima?.pairsPerBlock { chunk = (chunk + step - 1) / step * step }
    // Larger batches are compute-bound.
    if rows < ActivationGroup.tokens {
      unsafe pool.beginReadAhead(projection.prefetchTargets, chunks: (projection.pairCount + chunk - 1) / chunk) {
        unsafe projection.address(ofPair: $0 * chunk)
      }
    }
    pool.forEach(projection.pairCount, chunk: chunk) { [vectors] thread, pairs in
      projection.forEachMatrix(in: pairs) { matrix, pairs, column in
        multiply(matrix, pairs, input, rows, into: output, column, thread: thread)
      }
      maxima?.find(in: output, pairs, vectors)
    }
  }

  /// Multiplies the first `rows` rows of `input` by the selected rows of `projection`.
  ///
  /// The products are bit-identical to those of ``multiply(_:_:rows:into:)`` and have the same indices in `output`.
  /// Other elements are unchanged, except neighbours of selected ones, which are computed too; see ``RowSelection``.
  public func multiply(
    _ projection: Projection, _ selection: RowSelection, _ input: Activations, rows: Int, into output: FloatRows
  ) {
    precondition(projection.columns == input.columns && projection.rows <= output.columns, "product extents differ")
    precondition(rows <= output.rows && rows <= input.values.rows, "more rows than there is room for")
    precondition(selection.pairCount == projection.pairCount, "the rows are those of another projection")
    let chosen = selection.pairs
    pool.forEach(chosen.count, chunk: max(1, chosen.count / (pool.count * 16))) { thread, range in
      for pair in chosen[range] {
        projection.forEachMatrix(in: pair..<pair + 1) { matrix, pairs, column in
          multiply(matrix, pairs, input, rows, into: output, column, thread: thread)
        }
      }
    }
  }

  /// Multiplies rows of activations by a range of panel pairs of a matrix.
  ///
  /// Panels and activations are blocked so that both stay in the L2 cache. `thread` is the index of the calling thread.
  func multiply(
    _ matrix: PackedMatrix, _ pairs: Range<Int>, _ input: Activations, _ rows: Int, into output: FloatRows,
    _ column: Int, firstRow: Int = 0, thread: Int
  ) {
    let form = matrix.format.inputForm
    var rowBlock = max(1, Self.cacheShare / (input.byteCount(form) * ActivationGroup.tokens)) * ActivationGroup.tokens
    var pairBlock = pairs.count
    let isBlocked =
      rows >= ColumnBlock.tokenThreshold && (form != .bytes || table.matrices.blocksIntegerColumns)
    if isBlocked {
      // The kernel itself blocks columns, so that only blocks of columns have to stay in the cache.
      rowBlock = rows
      pairBlock = Self.evenStep(pairs.count)
    } else if rows > rowBlock {
      pairBlock = max(1, Self.cacheShare / (2 * matrix.panelByteCount))
    }
    unsafe matrix.forEachBlock(in: pairs, limit: pairBlock, pool.panelScratch, thread: thread) { block, panels in
      let start = block.lowerBound
      let matrixRows = min(block.upperBound * PackedMatrix.pairRows, matrix.rows) - start * PackedMatrix.pairRows
      let prefetch = matrix.prefetch(withBlock: block.count, table.prefetch)
      for row in stride(from: firstRow, to: firstRow + rows, by: rowBlock) {
        let product = unsafe MatrixProduct(
          panels: panels, panelByteCount: matrix.panelByteCount, rows: matrixRows, columns: matrix.columns,
          activations: UnsafeRawPointer(input.group(from: row, form)), tokens: min(rowBlock, firstRow + rows - row),
          output: output.row(row) + column + start * PackedMatrix.pairRows, outputStride: output.stride,
          prefetch: row == firstRow ? prefetch : table.prefetch)
        switch matrix.format.product {
        case .floats: table.matrices.multiplyFloats(product)
        case .fixedPoint: table.matrices.multiplyFixedPoint(product)
        case .integers(let format): table.matrices.multiplyIntegers(product, format)
        }
      }
    }
  }

  /// The maximum number of pairs per block: half a megabyte for a block of columns, half of a 1 MiB L2 cache.
  private static let blockPairs = 8

  /// The step size that splits pairs into equal blocks of at most `blockPairs`.
  private static func evenStep(_ pairs: Int) -> Int {
    let steps = (pairs + blockPairs - 1) / blockPairs
    return (pairs + steps - 1) / steps
  }

  /// The L2 cache budget in bytes of activations, and of panels; together less than half a megabyte.
  private static let cacheShare = 192 << 10

  /// Adds the rows of `x` to those of `sum`: the residual connection.
  public func add(_ x: FloatRows, to sum: FloatRows, rows: Int) {
    precondition(x.columns >= sum.columns, "sum extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range { unsafe vectors.add(x.row(row), to: sum.row(row), count: sum.columns) }
    }
  }

  /// Converts the first `rows` rows of `x` to the given forms.
  public func prepare(_ x: Activations, rows: Int, forms: ActivationForms) {
    forEachGroup(rows) { [vectors] group in x.prepare(group, forms, vectors) }
  }
}
