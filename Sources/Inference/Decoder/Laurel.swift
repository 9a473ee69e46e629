import SwiftletKernels

/// The weights of a learned residual connection beside attention.
///
/// Source: Menghani et al., "LAuReL: Learned Augmented Residual Layer", 2024.
struct LaurelWeights: Sendable {
  let down: DecoderWeights.Linear  // (rank, embedding)
  let up: DecoderWeights.Linear  // (embedding, rank)
  let norm: Norm  // (1, embedding)

  var byteCount: Int { down.byteCount + up.byteCount }
}

/// The buffers of learned residual connections.
struct LaurelBuffers {
  let low: Activations  // (rows, rank)
  let result: FloatRows  // (rows, embedding)

  init?(_ model: DecoderConfiguration, rows: Int) throws(InferenceError) {
    guard let rank = model.layers.lazy.compactMap(\.laurelRank).first else { return nil }
    low = try DecoderBuffers.activations(rows, rank)
    result = try DecoderBuffers.rows(rows, model.embeddingWidth)
  }
}

extension Decoder {
  // result = up(down(x)) with the input of attention as x
  func project(_ laurel: LaurelWeights, rows: Int) {
    guard let memory = buffers.laurel else { preconditionFailure("a learned residual connection without buffers") }
    kernels.multiply(laurel.down.projection, buffers.normed, rows: rows, into: memory.low.values)
    kernels.prepare(memory.low, rows: rows, forms: laurel.up.projection.inputForms)
    kernels.multiply(laurel.up.projection, memory.low, rows: rows, into: memory.result)
    mark(.attentionProducts)
  }

  // residual = (residual + x + norm(result)) / √2
  func join(_ laurel: LaurelWeights, rows: Int) {
    guard let memory = buffers.laurel else { preconditionFailure("a learned residual connection without buffers") }
    kernels.add(
      memory.result, laurel.norm, buffers.normed.values, to: buffers.residual, rows: rows,
      scaledBy: Float(0.5).squareRoot())
  }
}

extension TensorLoader {
  mutating func laurel(
    _ layer: LayerConfiguration, _ prefix: String, _ model: DecoderConfiguration
  ) throws(InferenceError) -> LaurelWeights? {
    guard layer.laurelRank != nil else { return nil }
    return LaurelWeights(
      down: try linear([prefix + "laurel_l"]), up: try linear([prefix + "laurel_r"]),
      norm: try norm(prefix + "laurel_post_norm", model.norm))
  }
}

extension TensorPlan {
  /// Requires the tensors of a learned residual connection.
  mutating func requireLaurel(_ rank: Int, _ prefix: String, width: Int) {
    require(prefix + "laurel_l.weight", [width, rank])
    require(prefix + "laurel_r.weight", [rank, width])
    require(prefix + "laurel_post_norm.weight", [width])
  }
}
