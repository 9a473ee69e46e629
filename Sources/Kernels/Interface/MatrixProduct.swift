/// The operands of a matrix product (GEMM, or GEMV for one token): packed weights × the activations of a batch of
/// tokens.
package struct MatrixProduct {
  /// The panels of the rows, in pairs; see `Panel`.
  package var panels: UnsafeRawPointer
  /// The size of one panel in bytes.
  package var panelByteCount: Int
  /// The number of output rows.
  package var rows: Int
  /// The number of columns of the matrix, which is also the number of elements per token.
  package var columns: Int
  /// The activations in groups laid out as `ActivationGroup` describes, in the form that the weights require.
  ///
  /// The first token begins a group.
  package var activations: UnsafeRawPointer
  /// The number of tokens.
  package var tokens: Int
  /// The address of the first result; the results of a token are contiguous.
  package var output: UnsafeMutablePointer<Float>
  /// The distance between two tokens in the output, in floats.
  package var outputStride: Int
  /// The prefetch distances for weights, which do not affect results.
  package var prefetch: WeightPrefetch

  /// Creates a product from its operands.
  package init(
    panels: UnsafeRawPointer, panelByteCount: Int, rows: Int, columns: Int, activations: UnsafeRawPointer, tokens: Int,
    output: UnsafeMutablePointer<Float>, outputStride: Int, prefetch: WeightPrefetch = .none
  ) {
    self.panels = panels
    self.panelByteCount = panelByteCount
    self.rows = rows
    self.columns = columns
    self.activations = activations
    self.tokens = tokens
    self.output = output
    self.outputStride = outputStride
    self.prefetch = prefetch
  }
}
