public import SwiftletGGUF
internal import SwiftletKernelInterface
internal import SwiftletKernelsPortable

/// The operations of a forward pass on rows of activations, shared out over the threads of a pool.
///
/// Every method checks the extents of its operands once and then runs pointers over them.
public struct Kernels: Sendable {
  /// The threads.
  public let pool: WorkerPool
  let table: KernelTable
  /// The kernels other than matrix products.
  var vectors: any VectorKernels.Type { table.vectors }

  /// The name of the instruction set that the kernels are compiled for.
  public var instructionSet: String { table.instructionSet.rawValue }

  /// Creates the operations on a pool's threads, with the kernels of an instruction set that is available.
  public init(pool: WorkerPool, instructionSet: InstructionSet = .chosen) {
    precondition(InstructionSet.available.contains(instructionSet), "\(instructionSet) is not available here")
    self.init(pool: pool, table: KernelTable(instructionSet))
  }

  /// Creates the operations with chosen kernels.
  init(pool: WorkerPool, table: KernelTable) { (self.pool, self.table) = (pool, table) }

  /// How many rows a thread claims at once where rows are cheap.
  static let rowChunk = 4

  /// The norm of the first `rows` rows of `x` into `output`, in the forms that products need too.
  public func normalize(_ x: FloatRows, rows: Int, _ norm: Norm, into output: Activations, forms: ActivationForms) {
    normalize(x, rows, norm, output, forms) { $0 }
  }

  /// The norm of chosen rows of `x`: row i of `output` comes from row `rows[i]`.
  public func normalize(_ x: FloatRows, rows: [Int], _ norm: Norm, into output: Activations, forms: ActivationForms) {
    normalize(x, rows.count, norm, output, forms) { rows[$0] }
  }

  /// The norm of the first `rows` rows of `x`, in their place.
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

  /// Shares out the groups of a batch of rows.
  func forEachGroup(_ rows: Int, _ body: @Sendable (Range<Int>) -> Void) {
    pool.forEach(Activations.groupCount(rows: rows)) { _, groups in
      for index in groups { body(Activations.group(index, of: rows)) }
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
  ///
  /// The rows of `input` have been prepared as a batch of `rows`, in the projection's ``Projection/inputForms``.
  public func multiply(_ projection: Projection, _ input: Activations, rows: Int, into output: FloatRows) {
    precondition(projection.columns == input.columns && projection.rows <= output.columns, "product extents differ")
    precondition(rows <= output.rows && rows <= input.values.rows, "more rows than there is room for")
    // Small enough chunks that a late thread costs little, large enough that claiming them does not count, and that many
    // rows of activations meet more than one pair each time that they are read.
    let shares = projection.pairCount / pool.count
    let chunk = max(1, shares / 16, rows >= ColumnBlock.manyTokens ? min(8, shares / 4) : 1)
    // More rows are not done before memory is.
    if rows < ActivationGroup.tokens {
      unsafe pool.willRead(projection.following, chunks: (projection.pairCount + chunk - 1) / chunk) {
        unsafe projection.place($0 * chunk)
      }
    }
    pool.forEach(projection.pairCount, chunk: chunk) { _, pairs in
      projection.forEachMatrix(in: pairs) { matrix, pairs, column in
        multiply(matrix, pairs, input, rows, into: output, column)
      }
    }
  }

  /// The products of the first `rows` rows of `input` with the chosen rows of `projection`, in their places in `output`.
  ///
  /// They are those of ``multiply(_:_:rows:into:)`` to the last bit. The other places keep what they hold, but for
  /// neighbours of chosen ones, which get their products too; see ``RowSelection``.
  public func multiply(
    _ projection: Projection, _ selection: RowSelection, _ input: Activations, rows: Int, into output: FloatRows
  ) {
    precondition(projection.columns == input.columns && projection.rows <= output.columns, "product extents differ")
    precondition(rows <= output.rows && rows <= input.values.rows, "more rows than there is room for")
    precondition(selection.pairCount == projection.pairCount, "the rows are those of another projection")
    let chosen = selection.pairs
    pool.forEach(chosen.count, chunk: max(1, chosen.count / (pool.count * 16))) { _, range in
      for pair in chosen[range] {
        projection.forEachMatrix(in: pair..<pair + 1) { matrix, pairs, column in
          multiply(matrix, pairs, input, rows, into: output, column)
        }
      }
    }
  }

  /// Products with some panels of a matrix.
  ///
  /// A few panels and a few rows of activations stay in the second-level cache while they meet each other.
  func multiply(
    _ matrix: PackedMatrix, _ pairs: Range<Int>, _ input: Activations, _ rows: Int, into output: FloatRows,
    _ column: Int, firstRow: Int = 0
  ) {
    let form = matrix.format.inputForm
    var rowBlock = max(1, Self.cacheShare / (input.byteCount(form) * ActivationGroup.tokens)) * ActivationGroup.tokens
    var pairBlock = pairs.count
    let isBlocked = form != .bytes && rows >= ColumnBlock.manyTokens
    if isBlocked {
      // The kernel itself cuts columns up, so that only blocks of them have to stay.
      rowBlock = rows
      pairBlock = Self.evenStep(pairs.count)
    } else if rows > rowBlock {
      pairBlock = max(1, Self.cacheShare / (2 * matrix.panelByteCount))
    }
    for start in stride(from: pairs.lowerBound, to: pairs.upperBound, by: pairBlock) {
      let end = min(start + pairBlock, pairs.upperBound)
      let matrixRows = min(end * PackedMatrix.pairRows, matrix.rows) - start * PackedMatrix.pairRows
      for row in stride(from: firstRow, to: firstRow + rows, by: rowBlock) {
        let product = unsafe MatrixProduct(
          panels: matrix.pair(start), panelByteCount: matrix.panelByteCount, rows: matrixRows, columns: matrix.columns,
          activations: UnsafeRawPointer(input.group(from: row, form)), tokens: min(rowBlock, firstRow + rows - row),
          output: output.row(row) + column + start * PackedMatrix.pairRows, outputStride: output.stride,
          prefetch: table.prefetch)
        switch matrix.format.product {
        case .floats: table.matrices.multiplyFloats(product)
        case .fixedPoint: table.matrices.multiplyFixedPoint(product)
        case .integers(let format): table.matrices.multiplyIntegers(product, format)
        }
      }
    }
  }

  /// How many pairs meet all tokens together: half a megabyte of a block of their columns, and of the second-level cache
  /// where it has one.
  private static let blockPairs = 8

  /// The size of steps of so many pairs at most, as large as they may be but for being alike.
  private static func evenStep(_ pairs: Int) -> Int {
    let steps = (pairs + blockPairs - 1) / blockPairs
    return (pairs + steps - 1) / steps
  }

  /// What activations, and panels, may take of the second-level cache: together less than half a megabyte.
  private static let cacheShare = 192 << 10

  /// Adds the rows of `x` to those of `sum`: the residual connection.
  public func add(_ x: FloatRows, to sum: FloatRows, rows: Int) {
    precondition(x.columns >= sum.columns, "sum extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range { unsafe vectors.add(x.row(row), to: sum.row(row), count: sum.columns) }
    }
  }

  /// Brings the first `rows` rows of `x` into the forms that products need.
  public func prepare(_ x: Activations, rows: Int, forms: ActivationForms) {
    forEachGroup(rows) { [vectors] group in x.prepare(group, forms, vectors) }
  }
}
