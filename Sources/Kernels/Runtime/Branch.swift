internal import SwiftletKernelInterface

/// What happens to the result of attention or of a feed-forward network before it joins the residual stream.
public struct BranchSteps: Sendable {
  /// What is added first.
  public var bias: FloatRows?
  /// The norm after that.
  public var norm: Norm?
  /// What it is multiplied with in the end.
  public var scale: Float
  /// The norm of the sum, which takes the sum's place in the residual stream.
  public var sumNorm: Norm?

  /// Creates steps, none unless told otherwise.
  public init(bias: FloatRows? = nil, norm: Norm? = nil, scale: Float = 1, sumNorm: Norm? = nil) {
    (self.bias, self.norm, self.scale, self.sumNorm) = (bias, norm, scale, sumNorm)
  }
}

extension Kernels {
  /// Adds the rows of `x`, changed by some steps in place, to those of `sum`: the residual connection.
  public func add(_ x: FloatRows, _ steps: BranchSteps, to sum: FloatRows, rows: Int) {
    let columns = sum.columns
    precondition(x.columns >= columns && rows <= x.rows && rows <= sum.rows, "sum extents differ")
    precondition(steps.bias.map { $0.columns == columns } ?? true, "bias extents differ")
    for norm in [steps.norm, steps.sumNorm] {
      precondition(norm.map { $0.weight.columns == columns } ?? true, "norm extents differ")
    }
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let values = unsafe x.row(row)
        if let bias = steps.bias { unsafe vectors.add(bias.row(0), to: values, count: columns) }
        if let norm = steps.norm { unsafe norm.apply(values, into: values, vectors) }
        if steps.scale != 1 { for column in 0..<columns { unsafe values[column] *= steps.scale } }
        unsafe vectors.add(values, to: sum.row(row), count: columns)
        if let norm = steps.sumNorm { unsafe norm.apply(sum.row(row), into: sum.row(row), vectors) }
      }
    }
  }

  /// Adds a bias to the first rows of `x`, and normalises them, in place.
  public func finishEmbeddings(_ x: FloatRows, rows: Int, bias: FloatRows?, norm: Norm?) {
    precondition(rows <= x.rows, "more rows than there are")
    precondition(bias.map { $0.columns == x.columns } ?? true, "bias extents differ")
    precondition(norm.map { $0.weight.columns == x.columns } ?? true, "norm extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let values = unsafe x.row(row)
        if let bias { unsafe vectors.add(bias.row(0), to: values, count: x.columns) }
        if let norm { unsafe norm.apply(values, into: values, vectors) }
      }
    }
  }

  /// Adds the norm of the rows of `x`, changed in place, and the rows of `y` to those of `sum`, times a factor.
  ///
  /// This is a learned residual connection, where `y` is what attention took.
  public func add(
    _ x: FloatRows, _ norm: Norm, _ y: FloatRows, to sum: FloatRows, rows: Int, scaledBy factor: Float
  ) {
    let columns = sum.columns
    precondition([x, y].allSatisfy { $0.columns == columns && rows <= $0.rows } && rows <= sum.rows, "extents differ")
    precondition(norm.weight.columns == columns, "norm extents differ")
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let (values, other, target) = unsafe (x.row(row), y.row(row), sum.row(row))
        unsafe norm.apply(values, into: values, vectors)
        for column in 0..<columns {
          unsafe target[column] = (target[column] + values[column] + other[column]) * factor
        }
      }
    }
  }

  /// Multiplies the first rows of `x` with a factor.
  public func scale(_ x: FloatRows, rows: Int, by factor: Float) {
    precondition(rows <= x.rows, "more rows than there are")
    pool.forEach(rows, chunk: Self.rowChunk) { _, range in
      for row in range {
        let values = unsafe x.row(row)
        for column in 0..<x.columns { unsafe values[column] *= factor }
      }
    }
  }

  /// Takes the first rows of `x` as they are, in the forms that products need.
  ///
  /// As many columns as `output` has, from a column on.
  public func take(
    _ x: FloatRows, column: Int = 0, rows: Int, into output: Activations, forms: ActivationForms
  ) {
    precondition(x.columns >= column + output.columns && rows <= output.values.rows, "extents differ")
    forEachGroup(rows) { [vectors] group in
      for row in group { unsafe output.values.row(row).update(from: x.row(row) + column, count: output.columns) }
      output.prepare(group, forms, vectors)
    }
  }
}
