/// The matrix products of one instruction set.
///
/// These are separate from ``VectorKernels`` because instruction sets that only add dot products share everything else.
package protocol MatrixKernels: Sendable {
  /// True if products of integer weights with many tokens process blocks of columns, so that callers need not divide
  /// the batch for the sake of caches.
  static var blocksIntegerColumns: Bool { get }
  /// Multiplies integer weights by 8-bit activations.
  static func multiplyIntegers(_ product: MatrixProduct, _ format: IntegerFormat)
  /// Multiplies 16-bit weights by activations, both in `FixedPoint`.
  static func multiplyFixedPoint(_ product: MatrixProduct)
  /// Multiplies 32-bit float weights by 32-bit float activations.
  static func multiplyFloats(_ product: MatrixProduct)
}

extension MatrixKernels {
  /// False: products of integer weights run over all columns.
  package static var blocksIntegerColumns: Bool { false }
}
