import SwiftletGGUF
import SwiftletKernels

/// The weights of multi-head latent attention (MLA); see ``LatentShape``.
struct LatentWeights: Sendable {
  /// The projection to queries, or to their compressed form, and to the compressed key with its rotated part.
  let input: DecoderWeights.Linear
  let queryNorm: Norm?  // (1, query rank)
  let query: DecoderWeights.Linear?  // (heads · query width, query rank)
  let keyNorm: Norm  // (1, rank)
  let queryToLatent: ExpertProjection  // (heads · rank, plain width)
  let latentToValue: ExpertProjection  // (heads · value width, rank)
  let output: DecoderWeights.Linear  // (embedding, heads · value width)

  var byteCount: Int {
    input.byteCount + (query?.byteCount ?? 0) + queryToLatent.byteCount + latentToValue.byteCount + output.byteCount
  }
}

/// The configuration of multi-head latent attention (MLA).
struct LatentConfiguration: Sendable, Equatable {
  var shape: LatentShape
  /// The rank of compressed queries; nil if queries are projected directly from the layer's input.
  var queryRank: Int?
  /// The width of a head's values.
  var valueWidth: Int

  /// The number of columns before the compressed key in the first projection.
  var inputColumns: Int { queryRank ?? shape.headCount * shape.queryWidth }
}

/// The buffers of latent attention.
struct LatentBuffers {
  let input: FloatRows  // (rows, queries or their rank + head width)
  let lowQueries: Activations?  // (rows, query rank)
  let queries: FloatRows  // (rows, heads · query width)
  let plain: Activations  // (slots, plain width)
  let latentQueries: FloatRows  // (slots, rank)
  let latentResults: Activations  // (slots, rank)
  let results: FloatRows  // (slots, value width, padded to whole panels)
  let attended: Activations  // (rows, heads · value width)

  init?(_ model: DecoderConfiguration, rows: Int) throws(InferenceError) {
    guard let latent = model.layers.lazy.compactMap(\.attention.latent).first else { return nil }
    let shape = latent.shape
    let slots = ExpertSlots.count(heads: shape.headCount, rows: rows)
    input = try DecoderBuffers.rows(rows, latent.inputColumns + shape.headWidth)
    if let rank = latent.queryRank {
      lowQueries = try DecoderBuffers.activations(rows, rank)
    } else {
      lowQueries = nil
    }
    queries = try DecoderBuffers.rows(rows, shape.headCount * shape.queryWidth)
    plain = try DecoderBuffers.activations(slots, shape.plainWidth)
    latentQueries = try DecoderBuffers.rows(slots, shape.rank)
    latentResults = try DecoderBuffers.activations(slots, shape.rank)
    results = try DecoderBuffers.rows(slots, ExpertProjection.paddedRows(latent.valueWidth))
    attended = try DecoderBuffers.activations(rows, shape.headCount * latent.valueWidth)
  }
}

extension Decoder {
  // residual += output(values(attention(latent(queries), key))), all of norm(residual)
  func attendLatent(
    _ layer: DecoderWeights.Layer, _ weights: LatentWeights, _ configuration: LayerConfiguration,
    _ batch: DecoderBatch, queryFactors: [Float], cacheLayer: Int
  ) {
    guard let latent = configuration.attention.latent, let memory = buffers.latent,
      let attended = buffers.attended[configuration.attention.shape.queryColumns],
      let angles = configuration.attention.rope.map({ (buffers.angles[$0], model.configuration.ropes[$0].pairing) })
    else { preconditionFailure("latent attention without description or buffers") }
    let (rows, shape) = (batch.count, latent.shape)
    kernels.multiply(weights.input.projection, buffers.normed, rows: rows, into: memory.input)
    mark(.attentionProducts)
    var queries = memory.input
    if let query = weights.query, let norm = weights.queryNorm, let low = memory.lowQueries {
      kernels.gather(memory.input, rows: Array(0..<rows), into: low.values)
      kernels.normalize(low.values, rows: rows, norm, into: low, forms: query.projection.inputForms)
      mark(.elementwise)
      kernels.multiply(query.projection, low, rows: rows, into: memory.queries)
      mark(.attentionProducts)
      queries = memory.queries
    }
    kernels.finishLatents(
      queries: queries, keys: memory.input, column: latent.inputColumns, rows: rows, shape: shape,
      norm: weights.keyNorm, pairing: angles.1, angles: angles.0, into: buffers.projections)
    let slots = ExpertSlots(heads: shape.headCount, rows: rows)
    kernels.gatherHeads(
      queries, stride: shape.queryWidth, slots, into: memory.plain, forms: weights.queryToLatent.inputForms)
    mark(.elementwise)
    kernels.multiply(weights.queryToLatent, memory.plain, slots, into: memory.latentQueries)
    mark(.attentionProducts)
    kernels.scatterHeads(
      memory.latentQueries, count: shape.rank, slots, stride: shape.headWidth, into: buffers.projections)
    // Biases, norms and rotations have been applied above.
    kernels.finishHeads(
      buffers.projections, rows: rows, QKVEpilogue(), angles: nil, queryFactors: queryFactors,
      shape: configuration.attention.shape)
    kernels.store(buffers.projections, batch: batch.rows, layer: cacheLayer, scratch: buffers.scratch)
    mark(.elementwise)
    kernels.attend(
      buffers.projections, batch: batch.rows, units: batch.units, layer: cacheLayer,
      options: AttentionOptions(scale: configuration.attention.scale), scratch: buffers.scratch, into: attended)
    mark(.attention)
    kernels.gatherHeads(
      attended.values, stride: shape.headWidth, slots, into: memory.latentResults,
      forms: weights.latentToValue.inputForms)
    mark(.elementwise)
    kernels.multiply(weights.latentToValue, memory.latentResults, slots, into: memory.results)
    mark(.attentionProducts)
    kernels.scatterHeads(
      memory.results, count: latent.valueWidth, slots, stride: latent.valueWidth, into: memory.attended.values)
    kernels.prepare(memory.attended, rows: rows, forms: weights.output.projection.inputForms)
    mark(.elementwise)
    kernels.multiply(weights.output.projection, memory.attended, rows: rows, into: buffers.branch)
    mark(.attentionProducts)
    kernels.add(buffers.branch, layer.attentionEpilogue, to: buffers.residual, rows: rows)
    mark(.elementwise)
  }
}
