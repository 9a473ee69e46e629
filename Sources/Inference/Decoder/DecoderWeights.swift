import SwiftletGGUF
import SwiftletKernels

/// The weights of a decoder, packed; shapes are (rows, columns).
struct DecoderWeights: Sendable {
  /// Matrices with a common input, with the names of their tensors.
  struct Linear: Sendable {
    let projection: Projection
    /// The names of the tensors, without suffix.
    let names: [String]
    let bias: FloatRows?  // (1, rows)
  }

  /// One layer.
  struct Layer: Sendable {
    let attentionNorm: Norm?  // (1, embedding), as all norms here
    /// The token mixers, which run in parallel on the same input.
    let mixers: [Mixer]
    let feedForwardNorm: Norm?
    let feedForward: FeedForwardWeights?
    /// The epilogues of attention and feed-forward network.
    let attentionEpilogue: ResidualEpilogue
    let feedForwardEpilogue: ResidualEpilogue
    let laurel: LaurelWeights?
    let altUp: AltUpWeights?
    let input: LayerInputWeights?
    /// The scale of the layer's output.
    let outputScale: Float
  }

  /// A token mixer.
  enum Mixer: Sendable {
    case attention(AttentionWeights)
    case latent(LatentWeights)
    case convolution(ConvolutionWeights)
    case delta(DeltaLayerWeights)
    case stateSpace(StateSpaceLayerWeights)
  }

  struct AttentionWeights: Sendable {
    let queryKeyValue: Linear  // ((heads + 2 · key/value heads) · head width, embedding), or without keys or values
    let output: Linear  // (embedding, heads · head width)
    /// Norms and biases of queries, keys and values.
    let epilogue: QKVEpilogue
    let options: AttentionOptions
  }

  enum FeedForwardWeights: Sendable {
    case dense(DenseWeights)
    case experts(ExpertWeights)
  }

  struct DenseWeights: Sendable {
    let gateUp: Linear  // (2 · feed-forward, embedding), or half of it without a gate
    let down: Linear  // (embedding, feed-forward)
  }

  struct ExpertWeights: Sendable {
    let router: Linear  // (experts, embedding)
    let correction: FloatRows?  // (1, experts)
    let gateUp: ExpertProjection  // (experts · 2 · feed-forward, embedding or latent), or half of it without a gate
    let gateUpBias: FloatRows?  // (experts, 2 · feed-forward)
    let down: ExpertProjection  // (experts · embedding or latent, feed-forward)
    let downBias: FloatRows?  // (experts, embedding)
    let latentDown: Linear?  // (latent, embedding)
    let latentUp: Linear?  // (embedding, latent)
    let shared: DenseWeights?
    let sharedGate: Linear?  // (1, embedding)
    let branch: ExpertBranchWeights?
  }

  /// See ``ExpertBranch``.
  struct ExpertBranchWeights: Sendable {
    let norm: Norm
    let postNorm: Norm
    let sharedPostNorm: Norm
    let routerNorm: Norm
    /// The scale of each expert's weight.
    let scales: [Float]
  }

  let embedding: GGUFTensor  // (vocabulary, embedding), read from the file row by row
  let positions: GGUFTensor?  // (context, embedding), likewise
  /// The check of tables that are read row by row.
  let embeddingCheck: EmbeddingCheck
  let tokenType: FloatRows?  // (types, embedding)
  let embeddingNorm: Norm?
  let layerInputs: LayerInputSource?
  let streams: StreamProjections?
  let layers: [Layer]
  let outputNorm: Norm?
  private let logits: Linear?  // (vocabulary, embedding)
  let dense: [Linear]  // applied to pooled embeddings: the first (any length, embedding), each its predecessor's
  let ranking: RankingWeights?
  /// The report of the packed-weights cache; nil without a cache.
  let cacheReport: PackedCacheReport?
  private let eagerCacheWriter: PackedCacheWriter?
  /// The packing of matrices on first use; nil if all were packed while loading.
  let packing: LazyPacking?
  /// The work that moves packed weights to huge pages after loading.
  let hugePageCollapser: HugePageCollapser

  /// The output projection, which only a model loaded for ``ModelPurpose/generation`` has.
  var output: Linear {
    guard let logits else { preconditionFailure("a model without logits") }
    return logits
  }

  /// The work that writes the packed-weights cache after loading; nil if there is none, or not yet.
  var cacheWriter: PackedCacheWriter? { eagerCacheWriter ?? packing?.cacheWriter }

  /// The packed size in bytes.
  var byteCount: Int {
    let ends = (logits?.byteCount ?? 0) + dense.reduce(ranking?.byteCount ?? 0) { $0 + $1.byteCount }
    let besides = (layerInputs?.projection.byteCount ?? 0) + (streams?.byteCount ?? 0)
    return layers.reduce(ends + besides) { $0 + $1.byteCount }
  }

  /// Loads and packs the tensors of a file whose shapes ``TensorPlan`` has checked.
  ///
  /// - Throws: ``InferenceError``, before anything is packed for weights that exceed the `available` bytes.
  init(
    _ file: GGUFFile, _ model: DecoderConfiguration, for purpose: ModelPurpose, pool: WorkerPool,
    cache: PackedCachePolicy, loading: WeightLoading, available: Int, progress: @escaping (Double) -> Void
  ) throws(InferenceError) {
    let plan = try TensorPlan(model, file)
    try plan.check()
    var loader = try TensorLoader(
      file: file, packing: plan.packedTensors(for: purpose), pool: pool, cache: cache, loading: loading,
      reserving: model.smallestCacheByteCount, available: available, progress: progress)
    var layers: [Layer] = []
    for index in model.layers.indices { layers.append(try loader.layer(index, of: model)) }
    self.layers = layers
    outputNorm = if let name = model.outputNorm { try loader.norm(name, model.norm) } else { nil }
    let isTied = purpose == .generation && file["output.weight"] == nil
    switch purpose {
    case .generation:
      logits = try loader.linear([isTied ? "token_embd" : "output"], bias: "output")
      (dense, ranking) = ([], nil)
    case .embedding:
      logits = nil
      var dense: [Linear] = []
      for step in model.dense { dense.append(try loader.linear([step.name])) }
      self.dense = dense
      ranking = if let head = model.ranking { try RankingWeights(head, model, &loader) } else { nil }
    }
    embeddingNorm = if let name = model.embeddingNorm { try loader.norm(name, model.norm) } else { nil }
    let types = model.tokenTypeCount
    tokenType = types > 0 ? try loader.vectors(["token_types.weight"], rows: types) : nil
    embedding = try loader.table("token_embd")
    positions = model.hasPositionTable ? try loader.table("position_embd") : nil
    layerInputs = try loader.layerInputs(model)
    streams = try loader.streams(model)
    hugePageCollapser = loader.finish()
    (cacheReport, eagerCacheWriter, packing) = (loader.cache?.report, loader.cache?.writer, loader.packing)
    embeddingCheck = EmbeddingCheck(
      tokens: [embedding] + [layerInputs?.table].compactMap(\.self), positions: positions,
      packed: isTied ? [embedding.name] : [])
    if loading == .eager { try embeddingCheck.checkAll(pool) }
    progress(1)
  }

  /// Returns the names of the query, key and value matrices: one for each, or one if they are fused.
  static func queryKeyValueNames(
    _ attention: AttentionConfiguration, _ prefix: String, _ file: GGUFFile
  ) -> [String] {
    let names = ["attn_q", "attn_k", "attn_v"].map { prefix + $0 }
    switch attention.keyValues {
    case .projections: return file[prefix + "attn_qkv.weight"] != nil ? [prefix + "attn_qkv"] : names
    case .keys: return Array(names[..<2])
    case .layer: return Array(names[..<1])
    }
  }

  /// Returns the name of a norm's weights; the converter of Falcon-H1 omits the suffix.
  static func weightName(ofNorm name: String, _ file: GGUFFile) -> String {
    file[name] == nil ? name + ".weight" : name
  }

  /// Returns the names of the gate and up matrices: one for each, or one if they are fused.
  static func gateUpNames(_ dense: DenseConfiguration, _ prefix: String, _ suffix: String, _ file: GGUFFile) -> [String]
  {
    let (gate, up) = (prefix + "ffn_gate" + suffix, prefix + "ffn_up" + suffix)
    if !dense.isGated { return [up] }
    let isFused = file[gate + ".weight"] == nil && file[up + ".weight"]?.rows == 2 * dense.width
    return isFused ? [up] : [gate, up]
  }
}

extension DecoderWeights.Linear {
  var byteCount: Int { projection.byteCount }
}

extension DecoderWeights.Layer {
  var byteCount: Int {
    var rest = (laurel?.byteCount ?? 0) + (input?.byteCount ?? 0)
    switch feedForward {
    case .dense(let dense): rest += dense.byteCount
    case .experts(let experts): rest += experts.byteCount
    case nil: break
    }
    return mixers.reduce(rest) { $0 + $1.byteCount }
  }
}

extension DecoderWeights.Mixer {
  var byteCount: Int {
    switch self {
    case .attention(let attention): attention.queryKeyValue.byteCount + attention.output.byteCount
    case .latent(let latent): latent.byteCount
    case .convolution(let convolution): convolution.input.byteCount + convolution.output.byteCount
    case .delta(let delta): delta.input.byteCount + delta.output.byteCount
    case .stateSpace(let space): space.input.byteCount + space.output.byteCount
    }
  }
}

extension DecoderWeights.ExpertWeights {
  var byteCount: Int {
    let others = [router, sharedGate, latentDown, latentUp].reduce(0) { $0 + ($1?.byteCount ?? 0) }
    return gateUp.byteCount + down.byteCount + (shared?.byteCount ?? 0) + others
  }
}

extension DecoderWeights.DenseWeights {
  var byteCount: Int { gateUp.byteCount + down.byteCount }
}
