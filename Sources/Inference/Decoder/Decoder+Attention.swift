import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Decoder {
  // residual += output(attention(norm(residual)))
  func attend(
    _ layer: DecoderWeights.Layer, _ weights: DecoderWeights.AttentionWeights, _ configuration: LayerConfiguration,
    at index: Int, _ batch: DecoderBatch, queryFactors: [Float], cacheLayer: Int
  ) {
    let (rows, shape) = (batch.count, configuration.attention.shape)
    let (normed, projections) = (buffers.normed, buffers.projections)
    guard let attended = buffers.attended[shape.queryColumns] else { preconditionFailure("a width without a buffer") }
    let projection = weights.queryKeyValue.projection
    if let laurel = layer.laurel { project(laurel, rows: rows) }
    if configuration.attention.hasOutputGate, let both = buffers.gatedQueries, let gates = buffers.gates {
      kernels.multiply(projection, normed, rows: rows, into: both)
      adapt(both, from: normed, batch, index) { $0.queryKeyValue }
      mark(.attentionProducts)
      kernels.splitGates(both, rows: rows, shape: shape, into: projections, gates: gates)
    } else {
      kernels.multiply(projection, normed, rows: rows, into: projections)
      adapt(projections, from: normed, batch, index) { $0.queryKeyValue }
      mark(.attentionProducts)
    }
    kernels.finishHeads(
      projections, rows: rows, weights.epilogue, angles: configuration.attention.rope.map { buffers.angles[$0] },
      queryFactors: queryFactors, shape: shape)
    if configuration.storesKeys {
      kernels.store(projections, batch: batch.rows, layer: cacheLayer, scratch: buffers.scratch)
    }
    mark(.elementwise)
    let isCausal = model.configuration.pictureAttention == .windows && configuration.attention.window == nil
    kernels.attend(
      projections, batch: isCausal ? batch.causalRows : batch.rows, units: batch.units, layer: cacheLayer,
      options: weights.options, scratch: buffers.scratch, into: attended)
    mark(.attention)
    if configuration.attention.hasOutputGate, let gates = buffers.gates {
      kernels.gate(attended, rows: rows, by: gates)
    }
    let output = weights.output.projection
    kernels.prepare(attended, rows: rows, forms: output.inputForms)
    mark(.elementwise)
    kernels.multiply(output, attended, rows: rows, into: buffers.branch)
    adapt(buffers.branch, from: attended, batch, index) { $0.attentionOutput }
    mark(.attentionProducts)
    kernels.add(buffers.branch, layer.attentionEpilogue, to: buffers.residual, rows: rows)
    if let laurel = layer.laurel { join(laurel, rows: rows) }
    mark(.elementwise)
  }
}

extension AttentionTemperature {
  func factor(position: Int) -> Float { Float(1 + scale * log(1 + (Double(position) / length).rounded(.down))) }
}

extension DecoderWeights.Mixer {
  /// The activation forms of its input.
  var inputForms: ActivationForms {
    switch self {
    case .attention(let attention): attention.queryKeyValue.projection.inputForms
    case .latent(let latent): latent.input.projection.inputForms
    case .convolution(let convolution): convolution.input.projection.inputForms
    case .delta(let delta): delta.input.projection.inputForms
    case .stateSpace(let space): space.input.projection.inputForms
    }
  }
}

extension DecoderWeights.FeedForwardWeights {
  /// The activation forms of its input.
  var inputForms: ActivationForms {
    switch self {
    case .dense(let dense): return dense.gateUp.projection.inputForms
    case .experts(let experts):
      // A mixture with its own norms prepares its input separately.
      var forms = experts.branch == nil ? experts.router.projection.inputForms : []
      if let shared = experts.shared { forms.formUnion(shared.gateUp.projection.inputForms) }
      if let gate = experts.sharedGate { forms.formUnion(gate.projection.inputForms) }
      if let latent = experts.latentDown { forms.formUnion(latent.projection.inputForms) }
      return forms
    }
  }
}
