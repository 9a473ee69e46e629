import SwiftletGGUF
import SwiftletKernels

/// The weights of a decoder, packed; shapes are (rows, columns).
struct DecoderWeights: Sendable {
  /// One layer.
  struct Layer: Sendable {
    let attentionNorm: FloatRows  // (1, embedding)
    let queryKeyValue: Projection  // ((heads + 2 · key/value heads) · head width, embedding)
    let attentionOutput: Projection  // (embedding, heads · head width)
    let feedForwardNorm: FloatRows  // (1, embedding)
    let gateUp: Projection  // (2 · feed-forward, embedding)
    let down: Projection  // (embedding, feed-forward)
  }

  let embedding: GGUFTensor  // (vocabulary, embedding), read from the file row by row
  let layers: [Layer]
  let outputNorm: FloatRows  // (1, embedding)
  let output: Projection  // (vocabulary, embedding)
  /// What became of the cache on disk; nil if there was to be none.
  let cacheReport: PackedCacheReport?

  /// The packed size in bytes.
  var byteCount: Int {
    layers.reduce(output.byteCount) {
      $0 + $1.queryKeyValue.byteCount + $1.attentionOutput.byteCount + $1.gateUp.byteCount + $1.down.byteCount
    }
  }

  /// Loads and packs the tensors of a file whose shapes ``TensorPlan`` has checked.
  init(
    _ file: GGUFFile, _ configuration: DecoderConfiguration, pool: WorkerPool, cache: PackedCachePolicy,
    progress: @escaping (Double) -> Void
  ) throws(InferenceError) {
    try TensorPlan(configuration, isTied: file["output.weight"] == nil).check(file)
    var loader = TensorLoader(file: file, pool: pool, cache: cache, progress: progress)
    var layers: [Layer] = []
    for index in 0..<configuration.layerCount {
      let prefix = "blk.\(index)."
      layers.append(
        Layer(
          attentionNorm: try loader.vector(prefix + "attn_norm"),
          queryKeyValue: try loader.projection(prefix + "attn_q", prefix + "attn_k", prefix + "attn_v"),
          attentionOutput: try loader.projection(prefix + "attn_output"),
          feedForwardNorm: try loader.vector(prefix + "ffn_norm"),
          gateUp: try loader.projection(prefix + "ffn_gate", prefix + "ffn_up"),
          down: try loader.projection(prefix + "ffn_down")))
    }
    self.layers = layers
    outputNorm = try loader.vector("output_norm")
    output = try loader.projection(file["output.weight"] == nil ? "token_embd" : "output")
    embedding = try loader.table("token_embd")
    cacheReport = loader.finish()
    progress(1)
  }
}
