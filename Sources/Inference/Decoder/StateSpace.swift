import SwiftletKernels

/// The weights of a Mamba-2 layer (selective state space).
struct StateSpaceLayerWeights: Sendable {
  let input: DecoderWeights.Linear  // (gates, x, B and C, time steps; embedding)
  let kernel: FloatRows  // (kernel size, convolved channels)
  let kernelBias: FloatRows  // (1, convolved channels)
  let space: StateSpaceWeights
  let output: DecoderWeights.Linear  // (embedding, inputs of heads)
}

extension Decoder {
  // residual += output(norm(space(convolution(x)) · silu(gate))) with x, gate = input(norm(residual))
  func runStateSpace(
    _ layer: DecoderWeights.Layer, _ weights: StateSpaceLayerWeights, _ shape: StateSpaceShape,
    _ batch: DecoderBatch, _ sequences: [SequenceRows], state: Int
  ) {
    guard let memory = buffers.recurrence else { preconditionFailure("a recurrence without buffers") }
    let rows = batch.count
    kernels.multiply(weights.input.projection, buffers.normed, rows: rows, into: memory.input)
    mark(.attentionProducts)
    kernels.convolve(
      memory.input, column: shape.columns, sequences, weights: weights.kernel, bias: weights.kernelBias, state: state,
      isGated: false)
    kernels.applyStateSpace(
      memory.input, sequences, shape: shape, weights: weights.space, state: state,
      stateOffset: (weights.kernel.rows - 1) * shape.channels, into: memory.output,
      forms: weights.output.projection.inputForms)
    mark(.attention)
    finishRecurrence(layer, memory.output, weights.output, rows: rows)
  }
}

extension TensorLoader {
  /// Loads the weights of a layer with a selective state space.
  mutating func stateSpace(
    _ shape: StateSpaceShape, kernelSize: Int, hasNorm: Bool, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> StateSpaceLayerWeights {
    StateSpaceLayerWeights(
      input: try linear([prefix + "ssm_in"]),
      kernel: try columns(prefix + "ssm_conv1d.weight", kernelSize),
      kernelBias: try vectors([prefix + "ssm_conv1d.bias"]),
      space: StateSpaceWeights(
        decay: try vectors([prefix + "ssm_a"]), skip: try vectors([prefix + "ssm_d"]),
        timeBias: try vectors([prefix + "ssm_dt.bias"]),
        norm: hasNorm ? try norm(prefix + "ssm_norm", model.norm, rows: shape.groupCount) : nil),
      output: try linear([prefix + "ssm_out"]))
  }
}
