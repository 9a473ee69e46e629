import SwiftletKernels

/// Loads the weights of layers by their configuration.
extension TensorLoader {
  mutating func layer(_ index: Int, of model: DecoderConfiguration) throws(InferenceError) -> DecoderWeights.Layer {
    let (layer, prefix) = (model.layers[index], "blk.\(index).")
    let attentionNorm = try norm(layer.attentionNorm, prefix, model)
    var mixers: [DecoderWeights.Mixer] = []
    var outputBias: FloatRows?
    if layer.hasAttention, let latent = layer.attention.latent {
      mixers.append(.latent(try self.latent(latent, prefix, model)))
    } else if layer.hasAttention {
      let weights = try attention(layer.attention, prefix, model)
      mixers.append(.attention(weights))
      outputBias = weights.output.bias
    }
    if let recurrence = layer.recurrence { mixers.append(try self.recurrence(recurrence, prefix, model)) }
    let feedForwardNorm = try norm(layer.feedForwardNorm, prefix, model)
    let (feedForward, bias) = try feedForward(layer.feedForward, prefix, model)
    return DecoderWeights.Layer(
      attentionNorm: attentionNorm, mixers: mixers, feedForwardNorm: feedForwardNorm, feedForward: feedForward,
      attentionEpilogue: ResidualEpilogue(
        bias: outputBias, norm: try norm(layer.attentionPostNorm, prefix, model), scale: layer.residualScale,
        sumNorm: try norm(layer.attentionSumNorm, prefix, model)),
      feedForwardEpilogue: ResidualEpilogue(
        bias: bias, norm: try norm(layer.feedForwardPostNorm, prefix, model), scale: layer.residualScale,
        sumNorm: try norm(layer.feedForwardSumNorm, prefix, model)),
      laurel: try laurel(layer, prefix, model), altUp: try altUp(prefix, model), input: try layerInput(prefix, model),
      outputScale: layer.hasOutputScale ? try vectors([prefix + "layer_output_scale.weight"])[row: 0][0] : 1)
  }

  private mutating func norm(
    _ name: String?, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> Norm? {
    guard let name else { return nil }
    return try norm(prefix + name, model.norm)
  }

  private mutating func attention(
    _ attention: AttentionConfiguration, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> DecoderWeights.AttentionWeights {
    let (shape, hasKeys) = (attention.shape, attention.storesKeys)
    let queryKeyValue = try linear(DecoderWeights.queryKeyValueNames(attention, prefix, file))
    let output = try linear([prefix + "attn_output"])
    var epilogue = QKVEpilogue(pairing: attention.rope.map { model.ropes[$0].pairing } ?? .adjacent)
    epilogue.bias = queryKeyValue.bias
    epilogue.rotatesFirst = attention.rotatesFirst
    epilogue.keyValues = hasKeys ? (attention.keyValues == .keys ? .keys : .both) : .none
    if let kind = attention.queryKeyNorm {
      let own = kind == .ownHeads
      epilogue.queryNorm = try norm(prefix + "attn_q_norm", model.norm, rows: own ? shape.headCount : 1)
      if hasKeys {
        epilogue.keyNorm = try norm(prefix + "attn_k_norm", model.norm, rows: own ? shape.keyValueHeadCount : 1)
      }
    }
    if attention.normalizesValues, hasKeys {
      let ones = try DecoderBuffers.rows(1, shape.headWidth)
      ones[row: 0] = Array(repeating: 1, count: shape.headWidth)
      epilogue.valueNorm = Norm(model.norm.kind, weight: ones, epsilon: model.norm.epsilon)
    }
    return DecoderWeights.AttentionWeights(
      queryKeyValue: queryKeyValue, output: output, epilogue: epilogue,
      options: AttentionOptions(
        scale: attention.scale, window: attention.window, isCentered: !model.isCausal, softCap: attention.softCap,
        sinks: attention.hasSinks ? try vectors([prefix + "attn_sinks.weight"]) : nil))
  }

  private mutating func latent(
    _ latent: LatentConfiguration, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> LatentWeights {
    let hasRank = latent.queryRank != nil
    let count = latent.shape.headCount
    return LatentWeights(
      input: try linear([prefix + (hasRank ? "attn_q_a" : "attn_q"), prefix + "attn_kv_a_mqa"]),
      queryNorm: hasRank ? try norm(prefix + "attn_q_a_norm", model.norm) : nil,
      query: hasRank ? try linear([prefix + "attn_q_b"]) : nil,
      keyNorm: try norm(prefix + "attn_kv_a_norm", model.norm),
      queryToLatent: try experts([prefix + "attn_k_b"], count: count),
      latentToValue: try experts([prefix + "attn_v_b"], count: count),
      output: try linear([prefix + "attn_output"]))
  }

  private mutating func feedForward(
    _ feedForward: FeedForwardConfiguration?, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> (DecoderWeights.FeedForwardWeights?, bias: FloatRows?) {
    switch feedForward {
    case nil:
      return (nil, nil)
    case .dense(let configuration):
      let weights = try dense(configuration, prefix, "")
      return (.dense(weights), weights.down.bias)
    case .experts(let configuration):
      return (.experts(try experts(configuration, prefix, model)), nil)
    }
  }

  private mutating func dense(
    _ dense: DenseConfiguration, _ prefix: String, _ suffix: String
  ) throws(InferenceError) -> DecoderWeights.DenseWeights {
    DecoderWeights.DenseWeights(
      gateUp: try linear(DecoderWeights.gateUpNames(dense, prefix, suffix, file)),
      down: try linear([prefix + "ffn_down" + suffix]))
  }

  private mutating func experts(
    _ experts: ExpertsConfiguration, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> DecoderWeights.ExpertWeights {
    let count = experts.count
    let names = experts.gateUpNames.map { prefix + $0 }
    let hasShared = experts.sharedWidth > 0
    let isLatent = experts.latentWidth != nil
    return DecoderWeights.ExpertWeights(
      router: try linear([prefix + "ffn_gate_inp"]),
      correction: experts.routing.hasCorrection ? try vectors([prefix + "exp_probs_b.bias"]) : nil,
      gateUp: try self.experts(names, count: count),
      gateUpBias: experts.hasBias ? try vectors(names.map { $0 + ".bias" }, rows: count) : nil,
      down: try self.experts([prefix + "ffn_down_exps"], count: count),
      downBias: experts.hasBias ? try vectors([prefix + "ffn_down_exps.bias"], rows: count) : nil,
      latentDown: isLatent ? try linear([prefix + "ffn_latent_down"]) : nil,
      latentUp: isLatent ? try linear([prefix + "ffn_latent_up"]) : nil,
      shared: hasShared ? try dense(experts.shared, prefix, experts.sharedSuffix) : nil,
      sharedGate: experts.hasSharedGate ? try linear([prefix + "ffn_gate_inp_shexp"]) : nil,
      branch: try experts.branch.map { branch throws(InferenceError) in try self.branch(branch, prefix, model) })
  }

  private mutating func branch(
    _ branch: ExpertBranch, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> DecoderWeights.ExpertBranchWeights {
    let router = try vectors([prefix + "ffn_gate_inp.scale"])
    let root = Float(model.embeddingWidth).squareRoot()
    router[row: 0] = router[row: 0].map { $0 / root }
    return DecoderWeights.ExpertBranchWeights(
      norm: try norm(prefix + branch.norm, model.norm), postNorm: try norm(prefix + branch.postNorm, model.norm),
      sharedPostNorm: try norm(prefix + branch.sharedPostNorm, model.norm),
      routerNorm: Norm(model.norm.kind, weight: router, epsilon: model.norm.epsilon),
      scales: try vectors([prefix + "ffn_down_exps.scale"])[row: 0])
  }
}
