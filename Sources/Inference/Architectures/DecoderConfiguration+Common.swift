import SwiftletGGUF
import SwiftletKernels

extension DecoderConfiguration {
  /// Reads the hyperparameters that all families share: a Llama decoder with the family's norms and rotary embedding.
  init(_ family: Architectures.Family, _ keys: ArchitectureKeys) throws(InferenceError) {
    let blockCount = try keys.integer("block_count", in: 1...1024)
    // The multi-token prediction blocks at the end are not used.
    skippedBlocks = try keys.integer("nextn_predict_layers", in: 0...blockCount - 1, default: 0)
    let layerCount = blockCount - skippedBlocks
    let embeddingWidth = try keys.integer("embedding_length", in: 1...1 << 20)
    let file = keys.file
    let embeddings = try wrapping { () throws(GGUFError) in
      let tensor = try file.tensor("token_embd.weight")
      try tensor.require(dimensions: [embeddingWidth, tensor.rows])
      return tensor
    }
    let shapes: [AttentionShape]
    let widths: [Int]
    if family.isRecurrent {
      // Not used.
      shapes = Array(repeating: AttentionShape(headCount: 1, keyValueHeadCount: 1, headWidth: 2), count: blockCount)
      widths = Array(repeating: 0, count: blockCount)
    } else {
      shapes = try AttentionShape.ofLayers(family, keys, count: blockCount, embeddingWidth: embeddingWidth)
      // Layers without a feed-forward network have 0.
      widths = try keys.perLayer(
        "feed_forward_length", blockCount, in: 1...1 << 20, mayBeZero: true, mayDiffer: family.layersDiffer)
    }
    let shape = shapes[0]
    let scale = try keys.optional("attention.scale", below: 1e3).map { Float($0) }
    architecture = family.name
    self.embeddingWidth = embeddingWidth
    feedForwardWidth = widths.max() ?? 0
    vocabularyCount = embeddings.rows
    attention = shape
    trainingContext = try keys.integer("context_length", in: 1...1 << 30)
    norm = NormConfiguration(
      kind: family.norm, hasBias: family.normsHaveBias,
      epsilon: Float(try keys.positive(family.epsilonKey ?? family.norm.epsilonKey, below: 1)))
    if family.rotatesPart { _ = try keys.integer("rope.dimension_count", in: 2...shape.headWidth) }
    ropes = [try RotaryEmbedding(keys, pairing: family.pairing, headWidth: shape.headWidth)]
    layers = zip(shapes, widths).prefix(layerCount).map { shape, width in
      LayerConfiguration(
        attention: AttentionConfiguration(shape: shape, scale: scale ?? 1 / Float(shape.headWidth).squareRoot()),
        feedForward: .dense(DenseConfiguration(width: width)))
    }
  }

  /// Changes each layer.
  mutating func changeLayers(_ change: (inout LayerConfiguration) -> Void) {
    for index in layers.indices { change(&layers[index]) }
  }

  /// Changes each layer's attention.
  mutating func changeAttention(_ change: (inout AttentionConfiguration) -> Void) {
    for index in layers.indices { change(&layers[index].attention) }
  }

  /// Changes each dense feed-forward network.
  mutating func changeDense(_ change: (inout DenseConfiguration) -> Void) {
    for index in layers.indices {
      guard case .dense(var dense) = layers[index].feedForward else { continue }
      change(&dense)
      layers[index].feedForward = .dense(dense)
    }
  }

  /// Sets the sliding windows of layers, if the file has their length.
  ///
  /// - Returns: For each layer whether it has a sliding window.
  @discardableResult
  mutating func useWindow(
    _ keys: ArchitectureKeys, period: Int, firstSeesAll: Bool = false
  ) throws(InferenceError) -> [Bool] {
    guard let window = try keys.window() else { return layers.map { _ in false } }
    let isLocal = try keys.windowLayers(layerCount, period: period, firstSeesAll: firstSeesAll)
    for index in layers.indices where isLocal[index] { layers[index].attention.window = window }
    return isLocal
  }

  /// Replaces the feed-forward networks, except in leading dense layers, by mixtures of experts.
  mutating func useExperts(
    _ keys: ArchitectureKeys, _ change: (inout ExpertsConfiguration) throws(InferenceError) -> Void
  ) throws(InferenceError) {
    let count = try keys.integer("expert_count", in: 1...1024)
    let used = try keys.integer("expert_used_count", in: 1...count)
    let width = try keys.integer(
      "expert_feed_forward_length", in: 1...1 << 20, default: feedForwardWidth, shownBy: "ffn_down_exps.weight",
      as: \.columns)
    let dense = try keys.leadingDenseCount(of: layerCount)
    var experts = ExpertsConfiguration(count: count, usedCount: used, width: width)
    if let scale = try keys.optional("expert_weights_scale", below: 1e6) { experts.routing.scale = Float(scale) }
    if let isNormalized = try keys.bool("expert_weights_norm") { experts.routing.isNormalized = isNormalized }
    try change(&experts)
    // Newer converters fuse the gate and up projections of families without biases.
    experts.isFused = experts.isGated && !experts.hasBias && keys.hasTensor("ffn_gate_up_exps.weight")
    for index in layers.indices where index >= dense { layers[index].feedForward = .experts(experts) }
  }
}

extension AttentionShape {
  /// Reads the attention dimensions of each layer.
  fileprivate static func ofLayers(
    _ family: Architectures.Family, _ keys: ArchitectureKeys, count: Int, embeddingWidth: Int
  ) throws(InferenceError) -> [AttentionShape] {
    let headCount = try keys.uniform("attention.head_count", count, in: 1...1 << 14)
    // Layers without attention have 0. Where layers differ, the default cannot be checked against a single tensor.
    let keyValueHeadCounts = try keys.perLayer(
      "attention.head_count_kv", count, in: 1...headCount, default: family.layersDiffer ? nil : headCount,
      mayBeZero: true, mayDiffer: family.layersDiffer)
    if let odd = keyValueHeadCounts.first(where: { headCount % $0 != 0 }) {
      throw keys.error("attention.head_count_kv", found: "\(odd)", expected: "a divisor of \(headCount) heads")
    }
    let headWidth = try headWidth(family, keys, headCount: headCount, embeddingWidth: embeddingWidth)
    if !family.isLatent {
      try keys.checkAssumption("attention.head_count_kv", headCount, shownBy: "attn_k.weight") { $0.rows / headWidth }
    }
    if !family.isLatent, !keys.hasTensor("attn_k.weight") {
      try keys.checkAssumption("attention.head_count_kv", headCount, shownBy: "attn_qkv.weight") {
        ($0.rows / headWidth - headCount) / 2
      }
    }
    let valueWidth = try keys.integer("attention.value_length", in: 2...1024, default: headWidth)
    // In latent attention the values are a part of the keys.
    guard valueWidth == headWidth || family.isLatent && valueWidth < headWidth else {
      throw keys.error("attention.value_length", found: "\(valueWidth)", expected: "the key length \(headWidth)")
    }
    return keyValueHeadCounts.map {
      AttentionShape(headCount: headCount, keyValueHeadCount: $0, headWidth: headWidth)
    }
  }

  /// Reads the width of a head; by default the embedding width divided by the number of heads.
  private static func headWidth(
    _ family: Architectures.Family, _ keys: ArchitectureKeys, headCount: Int, embeddingWidth: Int
  ) throws(InferenceError) -> Int {
    let (key, range) = ("attention.key_length", 2...1024)
    if family.layersDiffer || family.isLatent { return try keys.integer(key, in: range) }
    if embeddingWidth % headCount != 0, keys.isAbsent(key) {
      throw keys.error(
        "attention.head_count", found: "\(headCount) heads and no \(keys.name(key))",
        expected: "a divisor of the width \(embeddingWidth)")
    }
    return try keys.integer(key, in: range, default: embeddingWidth / headCount, shownBy: "attn_output.weight") {
      $0.columns / headCount
    }
  }
}
