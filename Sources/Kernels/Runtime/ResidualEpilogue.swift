internal import SwiftletKernelInterface

/// The operations on the output of attention or a feed-forward network before it is added to the residual stream.
public struct ResidualEpilogue: Sendable {
  /// The bias, which is added first.
  public var bias: FloatRows?
  /// The norm, which is applied after the bias.
  public var norm: Norm?
  /// The weights of the elements, which are applied after the norm (layer scale).
  public var weights: FloatRows?
  /// The scale, which is applied after the weights.
  public var scale: Float
  /// The norm of the sum, which replaces the sum in the residual stream.
  public var sumNorm: Norm?

  /// Creates an epilogue, by default without operations.
  public init(
    bias: FloatRows? = nil, norm: Norm? = nil, weights: FloatRows? = nil, scale: Float = 1, sumNorm: Norm? = nil
  ) {
    (self.bias, self.norm, self.weights, self.scale, self.sumNorm) = (bias, norm, weights, scale, sumNorm)
  }
}

extension Kernels {
  /// Applies an epilogue to the rows of `x` in place, and adds them to those of `sum`: the residual connection.
  public func add(_ x: FloatRows, _ epilogue: ResidualEpilogue, to sum: FloatRows, rows: Int) {
    let columns = sum.columns
    precondition(x.columns >= columns && rows <= x.rows && rows <= sum.rows, "sum extents differ")
    precondition(epilogue.bias.map { $0.columns == columns } ?? true, "bias extents differ")
    precondition(epilogue.weights.map { $0.columns == columns } ?? true, "weight extents differ")
    for norm in [epilogue.norm, epilogue.sumNorm] {
      precondition(norm.map { $0.weight.columns == columns } ?? true, "norm extents differ")
    }
    pool.forEach(rows, chunk: Self.rowChunk) { [vectors] _, range in
      for row in range {
        let values = unsafe x.row(row)
        if let bias = epilogue.bias { unsafe vectors.add(bias.row(0), to: values, count: columns) }
        if let norm = epilogue.norm { unsafe norm.apply(values, into: values, vectors) }
        if let weights = epilogue.weights {
          let factors = unsafe weights.row(0)
          for column in 0..<columns { unsafe values[column] *= factors[column] }
        }
        if epilogue.scale != 1 { for column in 0..<columns { unsafe values[column] *= epilogue.scale } }
        unsafe vectors.add(values, to: sum.row(row), count: columns)
        if let norm = epilogue.sumNorm { unsafe norm.apply(sum.row(row), into: sum.row(row), vectors) }
      }
    }
  }

  /// Adds a bias to the first rows of `x` and normalises them in place.
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

  /// Normalises the rows of `x` in place, adds them and the rows of `y` to those of `sum`, and scales the sums.
  ///
  /// This is a learned residual connection, where `y` is the input of attention.
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

  /// Multiplies the first rows of `x` by a factor.
  public func scale(_ x: FloatRows, rows: Int, by factor: Float) {
    precondition(rows <= x.rows, "more rows than there are")
    pool.forEach(rows, chunk: Self.rowChunk) { _, range in
      for row in range {
        let values = unsafe x.row(row)
        for column in 0..<x.columns { unsafe values[column] *= factor }
      }
    }
  }

  /// Copies the first rows of `x` into `output`, and converts them to the given forms.
  ///
  /// As many columns as `output` has are copied, starting at `column`.
  public func copy(
    _ x: FloatRows, column: Int = 0, rows: Int, into output: Activations, forms: ActivationForms
  ) {
    precondition(x.columns >= column + output.columns && rows <= output.values.rows, "extents differ")
    forEachGroup(rows) { [vectors] group in
      for row in group { unsafe output.values.row(row).update(from: x.row(row) + column, count: output.columns) }
      output.prepare(group, forms, vectors)
    }
  }
}
