/// Matrices that take the same input: one loop multiplies them all, and their products lie side by side.
///
/// Queries, keys and values are one projection, gate and linear part of a feed-forward network another. The formats of
/// the matrices may differ.
@safe public struct Projection: Sendable {
  /// The matrices in the order of their products.
  public let matrices: [PackedMatrix]
  /// The same without counting references: each chunk of a loop would, and threads would wait for each other's counts,
  /// which lie beside what they read of a matrix.
  private let uncounted: [Unmanaged<PackedMatrix>]
  /// What is read after the products of these.
  let following = FollowingReads()
  /// The length of an input.
  public let columns: Int
  /// The length of all products together.
  public let rows: Int
  /// The number of pairs of panels.
  let pairCount: Int

  /// Joins matrices, which must have the same number of columns.
  public init(_ matrices: [PackedMatrix]) {
    precondition(!matrices.isEmpty && matrices.allSatisfy { $0.columns == matrices[0].columns }, "columns differ")
    self.matrices = matrices
    unsafe uncounted = matrices.map { unsafe Unmanaged.passUnretained($0) }
    columns = matrices[0].columns
    rows = matrices.reduce(0) { $0 + $1.rows }
    pairCount = matrices.reduce(0) { $0 + $1.pairCount }
  }

  /// The forms in which the matrices take activations.
  public var inputForms: ActivationForms {
    matrices.reduce(into: []) { $0.formUnion($1.format.inputForm) }
  }

  /// The size of the packed matrices in bytes.
  public var byteCount: Int { matrices.reduce(0) { $0 + $1.byteCount } }

  /// Where the panels of a pair begin, nil if there is no such pair.
  func place(_ pair: Int) -> UnsafeRawPointer? {
    var place: UnsafeRawPointer?
    forEachMatrix(in: pair..<pair + 1) { matrix, pairs, _ in unsafe place = matrix.pair(pairs.lowerBound) }
    return unsafe place
  }

  /// Calls `body` with each matrix of which some pairs are in a range of the projection's, the range of these in the
  /// matrix, and the column of the matrix's first product.
  func forEachMatrix(in pairs: Range<Int>, _ body: (PackedMatrix, Range<Int>, _ column: Int) -> Void) {
    var (first, column) = (0, 0)
    for index in unsafe uncounted.indices {
      // Safe: `matrices` holds them.
      unsafe uncounted[index]._withUnsafeGuaranteedRef { matrix in
        let part = pairs.clamped(to: first..<first + matrix.pairCount)
        if !part.isEmpty { body(matrix, part.lowerBound - first..<part.upperBound - first, column) }
        first += matrix.pairCount
        column += matrix.rows
      }
    }
  }
}
