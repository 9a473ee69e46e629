import SwiftletKernels

/// The weights of a layer with a short convolution.
struct ConvolutionWeights: Sendable {
  let input: DecoderWeights.Linear  // (3 · embedding, embedding)
  let kernel: FloatRows  // (kernel size, embedding)
  let output: DecoderWeights.Linear  // (embedding, embedding)
}

/// The weights of a layer with a gated delta rule.
struct DeltaLayerWeights: Sendable {
  let input: DecoderWeights.Linear  // (queries, keys and values, gates and time steps; embedding)
  let kernel: FloatRows  // (kernel size, queries, keys and values)
  let rule: DeltaWeights
  let output: DecoderWeights.Linear  // (embedding, values)

  /// The names of the matrices of β and time steps.
  static func stepNames(_ shape: DeltaShape) -> [String] {
    shape.isGrouped ? ["ssm_ba"] : ["ssm_beta", "ssm_alpha"]
  }
}

/// The buffers of recurrent layers.
struct RecurrenceBuffers {
  let input: FloatRows  // (rows, output of the first projection)
  let output: Activations  // (rows, input of the last projection)

  init?(_ model: DecoderConfiguration, rows: Int) throws(InferenceError) {
    guard let recurrence = model.layers.lazy.compactMap(\.recurrence).first else { return nil }
    switch recurrence {
    case .convolution:
      input = try DecoderBuffers.rows(rows, 3 * model.embeddingWidth)
      output = try DecoderBuffers.activations(rows, model.embeddingWidth)
    case .delta(let shape, _):
      input = try DecoderBuffers.rows(rows, shape.channels + shape.valueColumns + 2 * shape.valueHeads)
      output = try DecoderBuffers.activations(rows, shape.valueColumns)
    case .stateSpace(let shape, _, _):
      input = try DecoderBuffers.rows(rows, shape.inputColumns)
      output = try DecoderBuffers.activations(rows, shape.columns)
    }
  }
}

extension Decoder {
  // residual += output(convolution(input(norm(residual))))
  func convolve(
    _ layer: DecoderWeights.Layer, _ weights: ConvolutionWeights, _ batch: DecoderBatch, _ sequences: [SequenceRows],
    state: Int
  ) {
    guard let memory = buffers.recurrence else { preconditionFailure("a recurrence without buffers") }
    let rows = batch.count
    kernels.multiply(weights.input.projection, buffers.normed, rows: rows, into: memory.input)
    mark(.attentionProducts)
    kernels.convolve(memory.input, sequences, weights: weights.kernel, state: state, isGated: true)
    kernels.copy(
      memory.input, column: 2 * model.configuration.embeddingWidth, rows: rows, into: memory.output,
      forms: weights.output.projection.inputForms)
    mark(.attention)
    finishRecurrence(layer, memory.output, weights.output, rows: rows)
  }

  // residual += output(rule(convolution(input(norm(residual)))))
  func runDeltaRule(
    _ layer: DecoderWeights.Layer, _ weights: DeltaLayerWeights, _ shape: DeltaShape, _ batch: DecoderBatch,
    _ sequences: [SequenceRows], state: Int
  ) {
    guard let memory = buffers.recurrence else { preconditionFailure("a recurrence without buffers") }
    let rows = batch.count
    kernels.multiply(weights.input.projection, buffers.normed, rows: rows, into: memory.input)
    mark(.attentionProducts)
    kernels.convolve(memory.input, sequences, weights: weights.kernel, state: state, isGated: false)
    kernels.applyDeltaRule(
      memory.input, gates: memory.input, gateColumn: shape.channels, steps: memory.input,
      stepColumn: shape.channels + shape.valueColumns, sequences, shape: shape, weights: weights.rule, state: state,
      stateOffset: (weights.kernel.rows - 1) * shape.channels, into: memory.output,
      forms: weights.output.projection.inputForms)
    mark(.attention)
    finishRecurrence(layer, memory.output, weights.output, rows: rows)
  }

  func finishRecurrence(
    _ layer: DecoderWeights.Layer, _ input: Activations, _ output: DecoderWeights.Linear, rows: Int
  ) {
    kernels.multiply(output.projection, input, rows: rows, into: buffers.branch)
    mark(.attentionProducts)
    // The bias belongs to the output projection of attention beside it.
    var epilogue = layer.attentionEpilogue
    epilogue.bias = nil
    kernels.add(buffers.branch, epilogue, to: buffers.residual, rows: rows)
    mark(.elementwise)
  }
}

extension TensorLoader {
  /// Loads the weights of a recurrent layer.
  mutating func recurrence(
    _ recurrence: RecurrenceConfiguration, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> DecoderWeights.Mixer {
    switch recurrence {
    case .convolution(let kernelSize):
      return .convolution(
        ConvolutionWeights(
          input: try linear([prefix + "shortconv.in_proj"]),
          kernel: try columns(prefix + "shortconv.conv.weight", kernelSize),
          output: try linear([prefix + "shortconv.out_proj"])))
    case .delta(let shape, let kernelSize):
      let names = ["attn_qkv", "attn_gate"] + DeltaLayerWeights.stepNames(shape)
      return .delta(
        DeltaLayerWeights(
          input: try linear(names.map { prefix + $0 }),
          kernel: try columns(prefix + "ssm_conv1d.weight", kernelSize),
          rule: DeltaWeights(
            decay: try vectors([prefix + "ssm_a"]), timeBias: try vectors([prefix + "ssm_dt.bias"]),
            norm: try norm(prefix + "ssm_norm", model.norm)),
          output: try linear([prefix + "ssm_out"])))
    case .stateSpace(let shape, let kernelSize, let hasNorm):
      return .stateSpace(try stateSpace(shape, kernelSize: kernelSize, hasNorm: hasNorm, prefix, model))
    }
  }

  /// Returns the transpose of a tensor of few columns.
  mutating func columns(_ name: String, _ count: Int) throws(InferenceError) -> FloatRows {
    let all = try vectors([name])
    let rows = all.columns / count
    let result = try DecoderBuffers.rows(count, rows)
    let values = all[row: 0]
    for column in 0..<count { result[row: column] = (0..<rows).map { values[$0 * count + column] } }
    return result
  }
}
