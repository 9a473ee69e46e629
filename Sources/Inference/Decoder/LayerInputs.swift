import SwiftletGGUF
import SwiftletKernels

/// The weights that per-layer inputs are computed from.
struct LayerInputSource: Sendable {
  let table: GGUFTensor  // (vocabulary, layers · width), read from the file row by row
  let projection: DecoderWeights.Linear  // (layers · width, embedding)
  let norm: Norm  // (1, width)
}

/// The weights that add a per-layer input to the residual stream.
struct LayerInputWeights: Sendable {
  let gate: DecoderWeights.Linear  // (width, embedding)
  let output: DecoderWeights.Linear  // (embedding, width)
  let norm: Norm  // (1, embedding)

  var byteCount: Int { gate.byteCount + output.byteCount }
}

/// The buffers of per-layer inputs.
struct LayerInputBuffers {
  let inputs: FloatRows  // (rows, layers · width)
  let gates: FloatRows  // (rows, width)
  let hidden: Activations  // (rows, width)

  init?(_ model: DecoderConfiguration, rows: Int) throws(InferenceError) {
    guard let width = model.layerInput?.width else { return nil }
    inputs = try DecoderBuffers.rows(rows, model.layerCount * width)
    gates = try DecoderBuffers.rows(rows, width)
    hidden = try DecoderBuffers.activations(rows, width)
  }
}

extension Decoder {
  /// Computes the per-layer inputs from tokens and their embeddings.
  func makeLayerInputs(_ batch: DecoderBatch) {
    guard let source = model.weights.layerInputs, let memory = buffers.layerInputs else { return }
    let projection = source.projection.projection
    kernels.copy(buffers.residual, rows: batch.count, into: buffers.normed, forms: projection.inputForms)
    kernels.multiply(projection, buffers.normed, rows: batch.count, into: memory.inputs)
    kernels.combinePerLayerEmbeddings(
      memory.inputs, batch.tokens, source.table, norm: source.norm,
      scale: 1 / Float(model.configuration.embeddingWidth).squareRoot())
  }

  // target += norm(output(function(gate(x)) · input)) with the prepared rows as x
  func addInput(_ weights: LayerInputWeights, layer index: Int, to targets: [FloatRows], rows: Int) {
    guard let memory = buffers.layerInputs, let input = model.configuration.layerInput else {
      preconditionFailure("a layer's input without buffers")
    }
    let output = weights.output.projection
    mark(.elementwise)
    kernels.multiply(weights.gate.projection, buffers.normed, rows: rows, into: memory.gates)
    mark(.feedForward)
    kernels.activate(
      memory.gates, rows: rows, input.function, times: memory.inputs, column: index * input.width, into: memory.hidden,
      forms: output.inputForms)
    mark(.elementwise)
    kernels.multiply(output, memory.hidden, rows: rows, into: buffers.branch)
    mark(.feedForward)
    kernels.normalize(buffers.branch, rows: rows, weights.norm)
    for target in targets { kernels.add(buffers.branch, to: target, rows: rows) }
  }
}

extension TensorLoader {
  mutating func layerInputs(_ model: DecoderConfiguration) throws(InferenceError) -> LayerInputSource? {
    guard model.layerInput != nil else { return nil }
    return LayerInputSource(
      table: try table("per_layer_token_embd"), projection: try linear(["per_layer_model_proj"]),
      norm: try norm("per_layer_proj_norm", model.norm))
  }

  mutating func layerInput(_ prefix: String, _ model: DecoderConfiguration) throws(InferenceError) -> LayerInputWeights?
  {
    guard model.layerInput != nil else { return nil }
    return LayerInputWeights(
      gate: try linear([prefix + "inp_gate"]), output: try linear([prefix + "proj"]),
      norm: try norm(prefix + "post_norm", model.norm))
  }
}

extension TensorPlan {
  /// Requires the tensors of per-layer inputs.
  mutating func require(_ input: LayerInputConfiguration, _ model: DecoderConfiguration) {
    let columns = input.width * model.layerCount
    require("per_layer_token_embd.weight", [columns, model.vocabularyCount])
    require("per_layer_model_proj.weight", [model.embeddingWidth, columns])
    require("per_layer_proj_norm.weight", [input.width])
    for index in model.layers.indices {
      let prefix = "blk.\(index)."
      require(prefix + "inp_gate.weight", [model.embeddingWidth, input.width])
      require(prefix + "proj.weight", [input.width, model.embeddingWidth])
      require(prefix + "post_norm.weight", [model.embeddingWidth])
    }
  }
}
