internal import SwiftletKernelInterface

/// The weights and the kind of a norm.
public struct Norm: Sendable {
  /// The kind of normalisation.
  public enum Kind: Sendable, Equatable {
    /// Division by the root mean square (Zhang and Sennrich 2019).
    case rootMeanSquare
    /// Subtraction of the mean and division by the standard deviation (Ba et al. 2016).
    case layer
  }

  /// The kind of normalisation.
  public let kind: Kind
  /// The weights of the elements; (rows, columns).
  ///
  /// More than one row gives each head weights of its own.
  public let weight: FloatRows
  /// The bias, if any, with the extents of ``weight``.
  public let bias: FloatRows?
  /// The constant that is added to the mean square.
  public let epsilon: Float

  /// Creates a norm from weights and constants.
  public init(_ kind: Kind, weight: FloatRows, bias: FloatRows? = nil, epsilon: Float) {
    precondition(bias.map { $0.columns == weight.columns && $0.rows == weight.rows } ?? true, "bias extents differ")
    (self.kind, self.weight, self.bias, self.epsilon) = (kind, weight, bias, epsilon)
  }

  /// Normalises as many elements as a row of weights has; the output may alias the input.
  func apply(
    _ x: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, row: Int = 0, _ vectors: any VectorKernels.Type
  ) {
    switch kind {
    case .rootMeanSquare:
      unsafe vectors.rmsNorm(x, weight: weight.row(row), count: weight.columns, epsilon: epsilon, into: output)
      if let bias { unsafe vectors.add(bias.row(row), to: output, count: weight.columns) }
    case .layer:
      unsafe vectors.layerNorm(
        x, weight: weight.row(row), bias: bias?.row(row), count: weight.columns, epsilon: epsilon, into: output)
    }
  }
}
