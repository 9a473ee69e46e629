/// A token of one head that the gated delta rule takes in.
///
/// Yang, Kautz and Hatamizadeh, Gated Delta Networks (2024).
package struct DeltaRuleStep {
  /// The state: a row for each element of a key, a column for each element of a value.
  package var state: UnsafeMutablePointer<Float>
  /// The query.
  package var query: UnsafePointer<Float>
  /// The key.
  package var key: UnsafePointer<Float>
  /// The value.
  package var value: UnsafePointer<Float>
  /// The factor of the old state, e^g.
  package var decay: Float
  /// The learning rate β.
  package var beta: Float
  /// The number of elements of a key.
  package var keyWidth: Int
  /// The number of elements of a value.
  package var valueWidth: Int

  /// Puts a step together.
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

/// Tokens of one head that the selective state space of Mamba-2 takes in.
///
/// Dao and Gu, Transformers are SSMs (2024).
package struct StateSpaceSteps {
  /// The state: a row for each element of B and C, a column for each element of x.
  package var state: UnsafeMutablePointer<Float>
  /// The number of rows of the state.
  package var stateWidth: Int
  /// The number of columns of the state.
  package var headWidth: Int
  /// The first token's x.
  package var x: UnsafePointer<Float>
  /// The first token's B, which says what is written.
  package var b: UnsafePointer<Float>
  /// The first token's C, which says what is read.
  package var c: UnsafePointer<Float>
  /// The distance of two tokens in x, B and C, in floats.
  package var stride: Int
  /// e^(Δ·A) and Δ of each token.
  package var decays: UnsafePointer<Float>
  /// The factor of x that joins the output, D.
  package var skip: Float
  /// The number of tokens.
  package var tokens: Int
  /// The first token's output.
  package var output: UnsafeMutablePointer<Float>
  /// The distance of two tokens in the output, in floats.
  package var outputStride: Int

  /// Puts the steps together.
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
