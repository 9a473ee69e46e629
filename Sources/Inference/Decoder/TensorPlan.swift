import SwiftletGGUF
import SwiftletKernels

/// The tensors that a configuration requires, with their dimensions in GGUF order: fastest-varying first.
struct TensorPlan {
  private(set) var tensors: [(name: String, dimensions: [Int])] = []
  /// Optional tensors that are read elsewhere or not used.
  private var ignored: Set<String> = ["rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"]
  let file: GGUFFile
  private let model: DecoderConfiguration

  init(_ model: DecoderConfiguration, _ file: GGUFFile) throws(InferenceError) {
    (self.file, self.model) = (file, model)
    let width = model.embeddingWidth
    require("token_embd.weight", [width, model.vocabularyCount])
    if model.hasPositionTable { require("position_embd.weight", [width, model.trainingContext]) }
    if model.tokenTypeCount > 0 { require("token_types.weight", [width, model.tokenTypeCount]) }
    if let name = model.embeddingNorm { requireNorm(name) }
    for (index, layer) in model.layers.enumerated() {
      let prefix = "blk.\(index)."
      for name in [
        layer.attentionNorm, layer.attentionPostNorm, layer.attentionSumNorm, layer.feedForwardNorm,
        layer.feedForwardPostNorm, layer.feedForwardSumNorm,
      ] {
        if let name { requireNorm(prefix + name) }
      }
      if let recurrence = layer.recurrence { require(recurrence, prefix) }
      if layer.hasAttention, let latent = layer.attention.latent {
        try require(latent, prefix)
      } else if layer.hasAttention {
        require(layer.attention, prefix)
      }
      switch layer.feedForward {
      case nil: break
      case .dense(let dense): require(dense, prefix, "")
      case .experts(let experts): try require(experts, prefix)
      }
      if let rank = layer.laurelRank { requireLaurel(rank, prefix, width: width) }
      if layer.hasOutputScale { require(prefix + "layer_output_scale.weight", [1]) }
      // Old converters wrote the rotary frequencies, which follow from the metadata.
      ignored.formUnion(["attn_rot_embd", "attn_rot_embd.weight", "rope_freqs.weight"].map { prefix + $0 })
    }
    for index in model.layerCount..<model.layerCount + model.skippedBlocks {
      ignored.formUnion(file.tensors.map(\.name).filter { $0.hasPrefix("blk.\(index).") })
    }
    if let input = model.layerInput { require(input, model) }
    if let altUp = model.altUp { try require(altUp, model) }
    if let name = model.outputNorm { requireNorm(name) }
    for step in model.dense {
      require(step.name + ".weight", [step.inputWidth, step.outputWidth])
      permit(step.name + ".bias", [step.outputWidth], isRequired: false)
    }
    if let head = model.ranking { require(head, width: width) }
    guard model.hasLogits else {
      // The heads for masked tokens and classification.
      ignored.formUnion(["output", "cls", "cls.output", "cls.norm"].flatMap { [$0 + ".weight", $0 + ".bias"] })
      return
    }
    if model.requiresOutput || file["output.weight"] != nil {
      require("output.weight", [width, model.vocabularyCount])
    }
    permit("output.bias", [model.vocabularyCount], isRequired: model.requiresOutputBias)
  }

  mutating func require(_ name: String, _ dimensions: [Int]) { tensors.append((name, dimensions)) }

  private mutating func permit(_ name: String, _ dimensions: [Int], isRequired: Bool) {
    if isRequired || file[name] != nil { require(name, dimensions) }
  }

  private mutating func require(_ head: RankingHead, width: Int) {
    if head.function != nil {
      require(RankingHead.denseName + ".weight", [width, width])
      permit(RankingHead.denseName + ".bias", [width], isRequired: false)
    }
    if head.hasNorm {
      require(RankingHead.normName + ".weight", [width])
      permit(RankingHead.normName + ".bias", [width], isRequired: false)
    }
    require(RankingHead.outputName + ".weight", [width, head.outputCount])
    permit(RankingHead.outputName + ".bias", [head.outputCount], isRequired: false)
  }

  private mutating func requireNorm(_ name: String) {
    require(DecoderWeights.weightName(ofNorm: name, file), [model.embeddingWidth])
    if model.norm.hasBias { require(name + ".bias", [model.embeddingWidth]) }
  }

  /// Adds biases, of which a file has all or none.
  private mutating func permit(_ biases: [(name: String, dimensions: [Int])], isRequired: Bool) {
    guard isRequired || biases.contains(where: { file[$0.name] != nil }) else { return }
    tensors += biases
  }

  private mutating func require(_ attention: AttentionConfiguration, _ prefix: String) {
    let (shape, width) = (attention.shape, model.embeddingWidth)
    let parts = DecoderWeights.queryKeyValueNames(attention, prefix, file)
    let isFused = parts.count == 1 && attention.storesKeys
    let rows =
      isFused ? [shape.queryColumns + 2 * shape.keyColumns] : [shape.queryColumns, shape.keyColumns, shape.keyColumns]
    // Converters keep the tensors of layers that share keys and values.
    if !attention.storesKeys {
      ignored.formUnion(["attn_k", "attn_v", "attn_k_norm"].map { prefix + $0 + ".weight" })
    }
    // Output gates are projected together with the queries.
    let gates = attention.hasOutputGate ? shape.queryColumns : 0
    for (index, (name, rows)) in zip(parts, rows).enumerated() {
      require(name + ".weight", [width, rows + (index == 0 ? gates : 0)])
    }
    permit(zip(parts, rows).map { ($0 + ".bias", [$1]) }, isRequired: attention.requiresBias)
    require(prefix + "attn_output.weight", [shape.queryColumns, width])
    permit(prefix + "attn_output.bias", [width], isRequired: attention.requiresOutputBias)
    switch attention.queryKeyNorm {
    case .heads:
      require(prefix + "attn_q_norm.weight", [shape.headWidth])
      if attention.storesKeys { require(prefix + "attn_k_norm.weight", [shape.headWidth]) }
    case .ownHeads:
      require(prefix + "attn_q_norm.weight", [shape.headWidth, shape.headCount])
      require(prefix + "attn_k_norm.weight", [shape.headWidth, shape.keyValueHeadCount])
    case .whole:
      require(prefix + "attn_q_norm.weight", [shape.queryColumns])
      require(prefix + "attn_k_norm.weight", [shape.keyColumns])
    case nil: break
    }
    if attention.hasSinks { require(prefix + "attn_sinks.weight", [shape.headCount]) }
  }

  private mutating func require(_ recurrence: RecurrenceConfiguration, _ prefix: String) {
    let width = model.embeddingWidth
    switch recurrence {
    case .convolution(let kernelSize):
      require(prefix + "shortconv.in_proj.weight", [width, 3 * width])
      require(prefix + "shortconv.conv.weight", [kernelSize, width])
      require(prefix + "shortconv.out_proj.weight", [width, width])
    case .delta(let shape, let kernelSize):
      require(prefix + "attn_qkv.weight", [width, shape.channels])
      require(prefix + "attn_gate.weight", [width, shape.valueColumns])
      let rows = shape.isGrouped ? 2 * shape.valueHeads : shape.valueHeads
      for name in DeltaLayerWeights.stepNames(shape) { require(prefix + name + ".weight", [width, rows]) }
      require(prefix + "ssm_conv1d.weight", [kernelSize, shape.channels])
      require(prefix + "ssm_dt.bias", [shape.valueHeads])
      require(prefix + "ssm_a", [shape.valueHeads])
      require(prefix + "ssm_norm.weight", [shape.valueWidth])
      require(prefix + "ssm_out.weight", [shape.valueColumns, width])
    case .stateSpace(let shape, let kernelSize, let hasNorm):
      require(prefix + "ssm_in.weight", [width, shape.inputColumns])
      require(prefix + "ssm_conv1d.weight", [kernelSize, shape.channels])
      require(prefix + "ssm_conv1d.bias", [shape.channels])
      require(prefix + "ssm_dt.bias", [shape.headCount])
      require(prefix + "ssm_a", [1, shape.headCount])
      require(prefix + "ssm_d", [1, shape.headCount])
      if hasNorm {
        require(prefix + "ssm_norm.weight", [shape.columns / shape.groupCount, shape.groupCount])
      }
      require(prefix + "ssm_out.weight", [shape.columns, width])
    }
  }

  private mutating func require(_ latent: LatentConfiguration, _ prefix: String) throws(InferenceError) {
    let (shape, width) = (latent.shape, model.embeddingWidth)
    let queries = shape.headCount * shape.queryWidth
    try requireWholePanels("latent attention of rank", shape.rank)
    if let rank = latent.queryRank {
      require(prefix + "attn_q_a.weight", [width, rank])
      require(prefix + "attn_q_a_norm.weight", [rank])
      require(prefix + "attn_q_b.weight", [rank, queries])
    } else {
      require(prefix + "attn_q.weight", [width, queries])
    }
    require(prefix + "attn_kv_a_mqa.weight", [width, shape.headWidth])
    require(prefix + "attn_kv_a_norm.weight", [shape.rank])
    require(prefix + "attn_k_b.weight", [shape.plainWidth, shape.rank, shape.headCount])
    require(prefix + "attn_v_b.weight", [shape.rank, latent.valueWidth, shape.headCount])
    require(prefix + "attn_output.weight", [shape.headCount * latent.valueWidth, width])
  }

  /// Checks that stacked matrices do not share panels.
  func requireWholePanels(_ what: String, _ rows: Int) throws(InferenceError) {
    guard rows % ExpertProjection.rowMultiple != 0 else { return }
    throw .unsupportedFeature(
      file: file.path, found: "\(what) \(rows)", expected: "a multiple of \(ExpertProjection.rowMultiple)")
  }

  private mutating func require(_ dense: DenseConfiguration, _ prefix: String, _ suffix: String) {
    let width = model.embeddingWidth
    let parts = DecoderWeights.gateUpNames(dense, prefix, suffix, file)
    let rows = dense.isGated && parts.count == 1 ? 2 * dense.width : dense.width
    let down = prefix + "ffn_down" + suffix
    for name in parts.reversed() { require(name + ".weight", [width, rows]) }
    require(down + ".weight", [dense.width, width])
    permit(parts.map { ($0 + ".bias", [rows]) } + [(down + ".bias", [width])], isRequired: dense.requiresBias)
  }

  private mutating func require(_ experts: ExpertsConfiguration, _ prefix: String) throws(InferenceError) {
    let (width, count) = (model.embeddingWidth, experts.count)
    let outer = experts.latentWidth ?? width
    for columns in [outer, experts.width] { try requireWholePanels("experts of width", columns) }
    let rows = experts.isFused ? 2 * experts.width : experts.width
    require(prefix + "ffn_gate_inp.weight", [width, count])
    if experts.routing.hasCorrection { require(prefix + "exp_probs_b.bias", [count]) }
    for name in experts.gateUpNames.reversed() { require(prefix + name + ".weight", [outer, rows, count]) }
    require(prefix + "ffn_down_exps.weight", [experts.width, outer, count])
    if let latent = experts.latentWidth {
      require(prefix + "ffn_latent_down.weight", [width, latent])
      require(prefix + "ffn_latent_up.weight", [latent, width])
    }
    if experts.hasBias {
      require(prefix + "ffn_gate_inp.bias", [count])
      require(prefix + "ffn_gate_exps.bias", [experts.width, count])
      require(prefix + "ffn_up_exps.bias", [experts.width, count])
      require(prefix + "ffn_down_exps.bias", [width, count])
    }
    if experts.sharedWidth > 0 { require(experts.shared, prefix, experts.sharedSuffix) }
    if experts.hasSharedGate { require(prefix + "ffn_gate_inp_shexp.weight", [width]) }
    if let branch = experts.branch {
      for name in [branch.norm, branch.postNorm, branch.sharedPostNorm] { requireNorm(prefix + name) }
      require(prefix + "ffn_gate_inp.scale", [width])
      require(prefix + "ffn_down_exps.scale", [count])
    }
  }

  /// Checks that the file has each tensor with its shape and a supported type, and no other tensor.
  ///
  /// A tensor that is not used means that the model differs from its configuration, with wrong logits.
  func check() throws(InferenceError) {
    var left = Set(file.tensors.map(\.name)).subtracting(ignored)
    for (name, dimensions) in tensors {
      let tensor = try wrapping { () throws(GGUFError) in
        let tensor = try file.tensor(name)
        try tensor.require(dimensions: dimensions)
        return tensor
      }
      guard PackedFormat(tensor.type) != nil else {
        throw .kernel(
          .unsupportedType(
            tensor: name, found: tensor.type.name, supported: PackedFormat.allCases.map { $0.rawValue.uppercased() }))
      }
      left.remove(name)
    }
    guard let stray = left.min() else { return }
    throw .unsupportedFeature(
      file: file.path, found: "tensor \(stray)", expected: "only tensors that its architecture is known to have")
  }
}
