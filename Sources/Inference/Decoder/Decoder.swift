public import SwiftletKernels

/// Runs a model: tokens in, logits out.
///
/// All buffers are allocated once. One pass runs at a time: whoever owns the decoder calls it from one thread, as
/// ``InferenceEngine`` does. A row's logits depend on its own sequence alone, neither on the other rows of the batch
/// nor on the number of threads, to the last bit.
///
/// ```swift
/// let decoder = try Decoder(model, pool: pool)
/// let cache = try model.makeCache(capacity: 512, type: .f16)
/// var batch = DecoderBatch()
/// batch.append(1, at: 0, of: cache, wantsLogits: true)
/// decoder.forward(&batch)
/// print(decoder.logits[row: 0].count)
/// ```
public final class Decoder: Sendable {
  /// The model.
  public let model: DecoderModel
  /// The operations.
  public let kernels: Kernels
  /// The largest number of rows of a batch.
  public let maximumRows: Int
  /// The logits of the last pass: a row for each wanted row of its batch, in order; (maximum, vocabulary).
  public let logits: FloatRows

  private let residual: FloatRows  // (rows, embedding)
  private let normed: Activations  // (rows, embedding)
  private let projections: FloatRows  // (rows, queries + keys + values)
  private let angles: FloatRows  // (rows, rotated dimensions)
  private let attended: Activations  // (rows, queries)
  private let branch: FloatRows  // (rows, embedding)
  private let gateUp: FloatRows  // (rows, 2 · feed-forward)
  private let hidden: Activations  // (rows, feed-forward)
  private let scratch: AttentionScratch
  /// What tells this decoder from every other, also from one that comes after it in the same place of memory.
  let identity = Identity()

  /// A thing that is only itself.
  final class Identity: Sendable {}

  /// Allocates the buffers for batches of at most `maximumRows` rows, of which `maximumLogits` want logits.
  public init(
    _ model: DecoderModel, pool: WorkerPool, maximumRows: Int = 512, maximumLogits: Int = 64
  ) throws(InferenceError) {
    self.model = model
    self.maximumRows = maximumRows
    kernels = Kernels(pool: pool)
    let configuration = model.configuration
    let (width, shape) = (configuration.embeddingWidth, configuration.attention)
    func rows(_ columns: Int, _ count: Int) throws(InferenceError) -> FloatRows {
      try wrapping { () throws(KernelError) in try FloatRows(rows: count, columns: columns) }
    }
    func activations(_ columns: Int) throws(InferenceError) -> Activations {
      try wrapping { () throws(KernelError) in try Activations(rows: maximumRows, columns: columns) }
    }
    logits = try rows(configuration.vocabularyCount, maximumLogits)
    residual = try rows(width, maximumRows)
    normed = try activations(width)
    projections = try rows(shape.queryColumns + 2 * shape.keyColumns, maximumRows)
    angles = try rows(2 * configuration.rope.frequencies.count, maximumRows)
    attended = try activations(shape.queryColumns)
    branch = try rows(width, maximumRows)
    gateUp = try rows(2 * configuration.feedForwardWidth, maximumRows)
    hidden = try activations(configuration.feedForwardWidth)
    scratch = try wrapping { () throws(KernelError) in
      try AttentionScratch(threads: pool.count, shape: shape)
    }
  }

  /// Runs a batch: appends its keys and values to the caches and leaves the wanted logits in ``logits``.
  ///
  /// The batch has at most ``maximumRows`` rows, its tokens are of the vocabulary, and its positions inside the caches.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - choice: Asked, when all but the logits has been computed, for the tokens whose logits are needed; nil for all. The
  ///     logits of others then are anything.
  public func forward(_ batch: inout DecoderBatch, choosing choice: () -> RowSelection? = { nil }) {
    precondition(batch.count <= maximumRows && batch.wanted.count <= logits.rows, "the batch is too large")
    let rows = batch.count
    batch.findUnits()
    kernels.embed(batch.tokens, model.weights.embedding, into: residual)
    for row in 0..<rows {
      angles.withMutableRow(row) { model.configuration.rope.writeAngles(position: batch.rows[row].position, to: &$0) }
    }
    for (index, layer) in model.weights.layers.enumerated() {
      attend(layer, index, batch)
      feedForward(layer, index, batch)
    }
    guard !batch.wanted.isEmpty else { return }
    let output = model.weights.output
    kernels.normalize(
      residual, rows: batch.wanted, weight: model.weights.outputNorm, epsilon: model.configuration.normEpsilon,
      into: normed, forms: output.inputForms)
    if let selection = choice() {
      kernels.multiply(output, selection, normed, rows: batch.wanted.count, into: logits)
    } else {
      kernels.multiply(output, normed, rows: batch.wanted.count, into: logits)
    }
    for (adapter, rows) in batch.adapted {
      // Logits are those of the wanted rows alone.
      let places = batch.wanted.indices.filter { rows.contains(batch.wanted[$0]) }
      if !places.isEmpty { adapter.output?.apply(to: logits, from: normed, rows: places, kernels) }
    }
  }

  /// Adds what the adapters of a batch change in one projection of a layer.
  private func adapt(
    _ output: FloatRows, from input: Activations, _ batch: DecoderBatch, _ layer: Int,
    _ update: KeyPath<LowRankAdapter.Layer, LowRankUpdate?>
  ) {
    for (adapter, rows) in batch.adapted {
      adapter.layers[layer][keyPath: update]?.apply(to: output, from: input, rows: rows, kernels)
    }
  }

  // residual += output(attention(norm(residual)))
  private func attend(_ layer: DecoderWeights.Layer, _ index: Int, _ batch: DecoderBatch) {
    let rows = batch.count
    let configuration = model.configuration
    kernels.normalize(
      residual, rows: rows, weight: layer.attentionNorm, epsilon: configuration.normEpsilon, into: normed,
      forms: layer.queryKeyValue.inputForms)
    kernels.multiply(layer.queryKeyValue, normed, rows: rows, into: projections)
    adapt(projections, from: normed, batch, index, \.queryKeyValue)
    kernels.rotate(projections, rows: rows, angles: angles, shape: configuration.attention)
    kernels.store(projections, batch: batch.rows, layer: index, scratch: scratch)
    kernels.attend(
      projections, batch: batch.rows, units: batch.units, layer: index,
      options: AttentionOptions(scale: configuration.attentionScale), scratch: scratch, into: attended)
    kernels.prepare(attended, rows: rows, forms: layer.attentionOutput.inputForms)
    kernels.multiply(layer.attentionOutput, attended, rows: rows, into: branch)
    adapt(branch, from: attended, batch, index, \.attentionOutput)
    kernels.add(branch, to: residual, rows: rows)
  }

  // residual += down(silu(gate(x)) · up(x)) with x = norm(residual)
  private func feedForward(_ layer: DecoderWeights.Layer, _ index: Int, _ batch: DecoderBatch) {
    let rows = batch.count
    kernels.normalize(
      residual, rows: rows, weight: layer.feedForwardNorm, epsilon: model.configuration.normEpsilon, into: normed,
      forms: layer.gateUp.inputForms)
    kernels.multiply(layer.gateUp, normed, rows: rows, into: gateUp)
    adapt(gateUp, from: normed, batch, index, \.gateUp)
    kernels.swiGLU(gateUp, rows: rows, into: hidden, forms: layer.down.inputForms)
    kernels.multiply(layer.down, hidden, rows: rows, into: branch)
    adapt(branch, from: hidden, batch, index, \.down)
    kernels.add(branch, to: residual, rows: rows)
  }
}
