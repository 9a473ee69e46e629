/// Matrices that share an input: one loop multiplies all of them, and their products are adjacent.
///
/// Examples are the fused QKV projection, and gate and up projection of a feed-forward network. The formats of the
/// matrices may differ.
@safe public struct Projection: Sendable {
  /// The matrices in order of their products.
  public let matrices: [PackedMatrix]
  /// The matrices without reference counting.
  ///
  /// Otherwise each chunk of a loop would update the reference counts, whose cache lines threads would contend for.
  private let uncounted: [Unmanaged<PackedMatrix>]
  /// The prefetch targets that follow this projection.
  let prefetchTargets = PrefetchTargets()
  /// The input length.
  public let columns: Int
  /// The total output length.
  public let rows: Int
  /// The number of pairs of panels.
  let pairCount: Int

  /// Combines matrices, which must have the same number of columns.
  public init(_ matrices: [PackedMatrix]) {
    precondition(!matrices.isEmpty && matrices.allSatisfy { $0.columns == matrices[0].columns }, "columns differ")
    self.matrices = matrices
    unsafe uncounted = matrices.map { unsafe Unmanaged.passUnretained($0) }
    columns = matrices[0].columns
    rows = matrices.reduce(0) { $0 + $1.rows }
    pairCount = matrices.reduce(0) { $0 + $1.pairCount }
  }

  /// The activation forms that the matrices require.
  public var inputForms: ActivationForms {
    matrices.reduce(into: []) { $0.formUnion($1.format.inputForm) }
  }

  /// The size of the packed matrices in bytes.
  public var byteCount: Int { matrices.reduce(0) { $0 + $1.byteCount } }

  /// The address of a pair of panels; nil if there is no such pair.
  func address(ofPair pair: Int) -> UnsafeRawPointer? {
    var address: UnsafeRawPointer?
    forEachMatrix(in: pair..<pair + 1) { matrix, pairs, _ in unsafe address = matrix.address(ofPair: pairs.lowerBound) }
    return unsafe address
  }

  /// Calls `body` for each matrix that overlaps a range of the projection's pairs.
  ///
  /// The arguments are the matrix, the range of its pairs, and the output column of the matrix.
  func forEachMatrix(in pairs: Range<Int>, _ body: (PackedMatrix, Range<Int>, _ column: Int) -> Void) {
    var (first, column) = (0, 0)
    for index in unsafe uncounted.indices {
      // Safe: `matrices` retains them.
      unsafe uncounted[index]._withUnsafeGuaranteedRef { matrix in
        let part = pairs.clamped(to: first..<first + matrix.pairCount)
        if !part.isEmpty { body(matrix, part.lowerBound - first..<part.upperBound - first, column) }
        first += matrix.pairCount
        column += matrix.rows
      }
    }
  }
}
