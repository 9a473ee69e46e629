internal import SwiftletKernelInterface

/// The weights of a norm and how it is computed.
public struct Norm: Sendable {
  /// What is normalised.
  public enum Kind: Sendable, Equatable {
    /// Division by the root mean square (Zhang and Sennrich 2019).
    case rootMeanSquare
    /// Subtraction of the mean and division by the standard deviation (Ba et al. 2016).
    case layer
  }

  /// What is normalised.
  public let kind: Kind
  /// What each element is multiplied with; (rows, columns).
  ///
  /// More than one row gives each head weights of its own.
  public let weight: FloatRows
  /// What is added in the end, if anything; of the extents of ``weight``.
  public let bias: FloatRows?
  /// What is added to the mean square.
  public let epsilon: Float

  /// Joins weights and constants.
  public init(_ kind: Kind, weight: FloatRows, bias: FloatRows? = nil, epsilon: Float) {
    precondition(bias.map { $0.columns == weight.columns && $0.rows == weight.rows } ?? true, "bias extents differ")
    (self.kind, self.weight, self.bias, self.epsilon) = (kind, weight, bias, epsilon)
  }

  /// Normalises as many elements as a row of weights has; the output may be the input.
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
