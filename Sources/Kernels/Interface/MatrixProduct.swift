/// A product of packed weights and activations: some rows of a matrix × some tokens.
package struct MatrixProduct {
  /// The panels of the rows, in pairs; see `Panel`.
  package var panels: UnsafeRawPointer
  /// The size of one panel in bytes.
  package var panelByteCount: Int
  /// The number of rows that get results.
  package var rows: Int
  /// The number of columns of the matrix, and of elements of a token.
  package var columns: Int
  /// Groups of tokens as `ActivationGroup` has them, beginning with a whole one, in the form that the weights take.
  package var activations: UnsafeRawPointer
  /// The number of tokens.
  package var tokens: Int
  /// The place of the first result: those of a token lie side by side.
  package var output: UnsafeMutablePointer<Float>
  /// The distance of two tokens in the output, in floats.
  package var outputStride: Int
  /// The prefetch distances of weights; no result depends on them.
  package var prefetch: WeightPrefetch

  /// Puts a product together.
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
