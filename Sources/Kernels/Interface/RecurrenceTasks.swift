/// The operands of one gated delta rule step: one token of one head.
///
/// Source: Yang, Kautz and Hatamizadeh, Gated Delta Networks (2024).
package struct DeltaRuleStep {
  /// The state matrix, of `keyWidth` rows × `valueWidth` columns.
  package var state: UnsafeMutablePointer<Float>
  /// The query.
  package var query: UnsafePointer<Float>
  /// The key.
  package var key: UnsafePointer<Float>
  /// The value.
  package var value: UnsafePointer<Float>
  /// The decay factor of the previous state, e^g.
  package var decay: Float
  /// The learning rate β.
  package var beta: Float
  /// The number of elements per key.
  package var keyWidth: Int
  /// The number of elements per value.
  package var valueWidth: Int

  /// Creates a step from its operands.
  package init(
    state: UnsafeMutablePointer<Float>, query: UnsafePointer<Float>, key: UnsafePointer<Float>,
    value: UnsafePointer<Float>, decay: Float, beta: Float, keyWidth: Int, valueWidth: Int
  ) {
    self.state = state
    self.query = query
    self.key = key
    self.value = value
    self.decay = decay
    self.beta = beta
    self.keyWidth = keyWidth
    self.valueWidth = valueWidth
  }
}

/// The operands of a Mamba-2 selective scan: a sequence of tokens of one head.
///
/// Source: Dao and Gu, Transformers are SSMs (2024).
package struct StateSpaceSteps {
  /// The state matrix, of `stateWidth` rows (elements of B and C) × `headWidth` columns (elements of x).
  package var state: UnsafeMutablePointer<Float>
  /// The number of rows of the state.
  package var stateWidth: Int
  /// The number of columns of the state.
  package var headWidth: Int
  /// The first token's x.
  package var x: UnsafePointer<Float>
  /// The first token's B, the input projection of the state.
  package var b: UnsafePointer<Float>
  /// The first token's C, the output projection of the state.
  package var c: UnsafePointer<Float>
  /// The distance between two tokens in x, B and C, in floats.
  package var stride: Int
  /// The pairs e^(Δ·A) and Δ, one pair per token.
  package var decays: UnsafePointer<Float>
  /// The skip factor D, by which x is added to the output.
  package var skip: Float
  /// The number of tokens.
  package var tokens: Int
  /// The first token's output.
  package var output: UnsafeMutablePointer<Float>
  /// The distance between two tokens in the output, in floats.
  package var outputStride: Int

  /// Creates the steps from their operands.
  package init(
    state: UnsafeMutablePointer<Float>, stateWidth: Int, headWidth: Int, x: UnsafePointer<Float>,
    b: UnsafePointer<Float>, c: UnsafePointer<Float>, stride: Int, decays: UnsafePointer<Float>, skip: Float,
    tokens: Int, output: UnsafeMutablePointer<Float>, outputStride: Int
  ) {
    self.state = state
    self.stateWidth = stateWidth
    self.headWidth = headWidth
    self.x = x
    self.b = b
    self.c = c
    self.stride = stride
    self.decays = decays
    self.skip = skip
    self.tokens = tokens
    self.output = output
    self.outputStride = outputStride
  }
}
