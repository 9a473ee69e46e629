import SwiftletKernels

extension Decoder {
  // residual += down(function(gate(x)) · up(x)) with x = norm(residual)
  func feedForward(
    _ layer: DecoderWeights.Layer, _ configuration: LayerConfiguration, _ index: Int, _ batch: DecoderBatch
  ) {
    guard let feedForward = layer.feedForward else { return }
    let rows = batch.count
    if !configuration.isParallel { prepareInput(layer.feedForwardNorm, rows: rows, feedForward.inputForms) }
    mark(.elementwise)
    switch (feedForward, configuration.feedForward) {
    case (.dense(let weights), .dense(let dense)): run(weights, dense, index, batch, into: buffers.branch)
    case (.experts(let weights), .experts(let experts)): run(weights, experts, index, batch)
    default: preconditionFailure("weights and description differ")
    }
    kernels.add(buffers.branch, layer.feedForwardEpilogue, to: buffers.residual, rows: rows)
  }

  private func run(
    _ weights: DecoderWeights.DenseWeights, _ dense: DenseConfiguration, _ index: Int, _ batch: DecoderBatch,
    into output: FloatRows
  ) {
    guard let hidden = buffers.hidden[dense.width] else { preconditionFailure("a width without a buffer") }
    let rows = batch.count
    kernels.multiply(weights.gateUp.projection, buffers.normed, rows: rows, into: buffers.gateUp)
    adapt(buffers.gateUp, from: buffers.normed, batch, index) { $0.gateUp }
    mark(.feedForward)
    if let sparsity = dense.sparsity {
      kernels.applyGaussianTopK(buffers.gateUp, rows: rows, columns: dense.width, above: sparsity)
    }
    kernels.activate(
      buffers.gateUp, rows: rows, dense.function, isGated: dense.isGated, bias: weights.gateUp.bias, into: hidden,
      forms: weights.down.projection.inputForms)
    mark(.elementwise)
    kernels.multiply(weights.down.projection, hidden, rows: rows, into: output)
    adapt(output, from: hidden, batch, index) { $0.down }
    mark(.feedForward)
  }

  // The weighted sum of the selected experts, and the shared expert.
  private func run(
    _ weights: DecoderWeights.ExpertWeights, _ experts: ExpertsConfiguration, _ index: Int, _ batch: DecoderBatch
  ) {
    guard let mixture = buffers.mixture else { preconditionFailure("experts without buffers") }
    let rows = batch.count
    // First, since a mixture with its own norms overwrites the prepared input.
    if let shared = weights.shared { run(shared, experts.shared, index, batch, into: mixture.shared) }
    if let gate = weights.sharedGate {
      kernels.multiply(gate.projection, buffers.normed, rows: rows, into: mixture.sharedGate)
    }
    mark(.feedForward)
    if let branch = weights.branch { prepareInput(branch.routerNorm, rows: rows, weights.router.projection.inputForms) }
    mark(.elementwise)
    kernels.multiply(weights.router.projection, buffers.normed, rows: rows, into: mixture.scores)
    mark(.feedForward)
    let slots = ExpertSlots(route(weights, experts, mixture.scores, rows: rows), expertCount: experts.count)
    mark(.elementwise)
    if let latent = weights.latentDown, let input = mixture.latentInput {
      kernels.multiply(latent.projection, buffers.normed, rows: rows, into: input)
      mark(.feedForward)
    }
    if let branch = weights.branch { prepareInput(branch.norm, rows: rows, []) }
    kernels.gather(
      mixture.latentInput ?? buffers.normed.values, slots, into: mixture.input, forms: weights.gateUp.inputForms)
    mark(.elementwise)
    kernels.multiply(weights.gateUp, mixture.input, slots, into: mixture.gateUp)
    mark(.feedForward)
    kernels.activate(
      mixture.gateUp, slots, experts.function, isGated: experts.isGated, bias: weights.gateUpBias,
      into: mixture.hidden, forms: weights.down.inputForms)
    mark(.elementwise)
    kernels.multiply(weights.down, mixture.hidden, slots, into: mixture.output)
    mark(.feedForward)
    kernels.combine(
      mixture.output, slots, bias: weights.downBias, into: mixture.latentOutput?.values ?? buffers.branch)
    if let latent = weights.latentUp, let output = mixture.latentOutput {
      kernels.prepare(output, rows: rows, forms: latent.projection.inputForms)
      mark(.elementwise)
      kernels.multiply(latent.projection, output, rows: rows, into: buffers.branch)
      mark(.feedForward)
    }
    guard weights.shared != nil else { return }
    if let branch = weights.branch {
      kernels.normalize(buffers.branch, rows: rows, branch.postNorm)
      kernels.normalize(mixture.shared, rows: rows, branch.sharedPostNorm)
    }
    if weights.sharedGate != nil {
      kernels.add(mixture.shared, gatedBy: mixture.sharedGate, to: buffers.branch, rows: rows)
    } else {
      kernels.add(mixture.shared, to: buffers.branch, rows: rows)
    }
  }

  /// Routes each row to its experts.
  private func route(
    _ weights: DecoderWeights.ExpertWeights, _ experts: ExpertsConfiguration, _ scores: FloatRows, rows: Int
  ) -> [[(expert: Int, weight: Float)]] {
    let bias = weights.router.bias.map { $0[row: 0] }
    let correction = weights.correction.map { $0[row: 0] }
    return (0..<rows).map { row in
      var selected: [(expert: Int, weight: Float)] = []
      scores.withMutableRow(row) { logits in
        if let bias { for index in bias.indices { logits[index] += bias[index] } }
        experts.routing.select(logits.span, count: experts.usedCount, correction: correction, into: &selected)
      }
      if let scales = weights.branch?.scales {
        for index in selected.indices { selected[index].weight *= scales[selected[index].expert] }
      }
      return selected
    }
  }
}
