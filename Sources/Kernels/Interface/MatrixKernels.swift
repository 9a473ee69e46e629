/// The matrix products of one instruction set.
///
/// Apart from ``VectorKernels``, since instruction sets that only add dot products share everything else.
package protocol MatrixKernels: Sendable {
  /// Multiplies integer weights with activations in 8 bits.
  static func multiplyIntegers(_ product: MatrixProduct, _ format: IntegerFormat)
  /// Multiplies weights of 16 bits with activations, both as `FixedPoint`.
  static func multiplyFixedPoint(_ product: MatrixProduct)
  /// Multiplies 32-bit float weights with activations that are floats.
  static func multiplyFloats(_ product: MatrixProduct)
}
