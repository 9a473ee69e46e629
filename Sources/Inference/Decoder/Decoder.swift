public import SwiftletKernels

/// Runs a model: tokens in, logits out, or with ``encode(_:)`` vectors.
///
/// All buffers are allocated once, and overwritten by every pass. So a decoder is not `Sendable`: it belongs to one task or
/// thread at a time, which may hand it on, as ``InferenceEngine`` does.
///
/// A row's logits depend on its own sequence alone, neither on the other rows of the batch nor on the number of threads,
/// to the last bit.
///
/// ```swift
/// let decoder = try Decoder(model, pool: pool)
/// let cache = try model.makeCache(capacity: 512, type: .f16)
/// var batch = DecoderBatch()
/// batch.append(1, at: 0, of: cache, wantsLogits: true)
/// decoder.forward(&batch)
/// print(decoder.logits[row: 0].count)
/// ```
public final class Decoder {
  /// The constants of a decoder, which any thread may read.
  struct Properties: Sendable {
    let model: DecoderModel
    let kernels: Kernels
    let maximumRows: Int
    /// The identity of this decoder, also against one that comes after it in the same place of memory.
    let identity = Identity()
  }

  /// An object that is equal to itself alone.
  final class Identity: Sendable {}

  let properties: Properties
  /// The model.
  public var model: DecoderModel { properties.model }
  /// The operations.
  public var kernels: Kernels { properties.kernels }
  /// The largest number of rows of a batch.
  public var maximumRows: Int { properties.maximumRows }
  /// The logits of the last pass.
  public let logits: DecoderLogits
  let buffers: DecoderBuffers
  /// For each layer the place of the keys and values that it looks at among the cache's.
  private let cachePlaces: [Int]
  /// From which layer on only rows with wanted logits are needed.
  private let firstReadingLayer: Int
  /// The largest number of rows of a batch, where nothing else is asked for.
  public static let usualRows = 512

  /// Allocates the buffers for batches of at most `maximumRows` rows, of which `maximumLogits` want logits.
  public convenience init(
    _ model: DecoderModel, pool: WorkerPool, maximumRows: Int = usualRows, maximumLogits: Int = 64
  ) throws(InferenceError) {
    try self.init(model, Kernels(pool: pool), maximumRows: maximumRows, maximumLogits: maximumLogits)
  }

  /// Creates the decoder with chosen kernels.
  init(
    _ model: DecoderModel, _ kernels: Kernels, maximumRows: Int, maximumLogits: Int
  ) throws(InferenceError) {
    properties = Properties(model: model, kernels: kernels, maximumRows: maximumRows)
    logits = DecoderLogits(values: try DecoderBuffers.rows(maximumLogits, model.configuration.vocabularyCount))
    buffers = try DecoderBuffers(model.configuration, rows: maximumRows, threads: kernels.pool.count)
    cachePlaces = model.cachePlaces
    firstReadingLayer = model.configuration.firstReadingLayer
  }

  /// Runs a batch: appends its keys and values to the caches and leaves the wanted logits in ``logits``.
  ///
  /// The batch has at most ``maximumRows`` rows, its tokens are of the vocabulary, and its positions inside the caches
  /// and, where the model has a table of positions, inside that.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - choice: Asked, when all but the logits has been computed, for the tokens whose logits are needed; nil for all. The
  ///     logits of others then are anything.
  public func forward(_ batch: inout DecoderBatch, choosing choice: () -> RowSelection? = { nil }) {
    precondition(batch.wanted.count <= logits.rows, "the batch is too large")
    let last = run(&batch, wantsAll: false)
    guard !batch.wanted.isEmpty else { return }
    computeLogits(last, choosing: choice)
  }

  /// The logits of the wanted rows.
  private func computeLogits(_ batch: DecoderBatch, choosing choice: () -> RowSelection?) {
    guard let norm = model.weights.outputNorm else { preconditionFailure("a model without logits") }
    let (normed, output, logits) = (buffers.normed, model.weights.output.projection, logits.values)
    kernels.normalize(buffers.residual, rows: batch.wanted, norm, into: normed, forms: output.inputForms)
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
    kernels.finishLogits(
      logits, rows: batch.wanted.count, bias: model.weights.output.bias, scale: model.configuration.logitScale,
      softCap: model.configuration.logitSoftCap)
  }

  /// Runs whole texts with a model loaded for ``ModelPurpose/embedding``.
  ///
  /// All rows of a text are in one batch, and each says how far it sees, where the model does not look back only.
  ///
  /// - Returns: The vectors of the tokens, in the first rows.
  func encode(_ batch: inout DecoderBatch) -> FloatRows {
    precondition(model.purpose == .embedding, "a model loaded for something else")
    _ = run(&batch, wantsAll: true)
    guard let norm = model.weights.outputNorm else { return buffers.residual }
    kernels.normalize(buffers.residual, rows: batch.count, norm, into: buffers.normed, forms: [])
    return buffers.normed.values
  }

  /// Runs the layers, and leaves what comes out of the last one in the residual stream.
  ///
  /// - Returns: The rows that are left in the end: all, or those whose logits are wanted.
  private func run(_ batch: inout DecoderBatch, wantsAll: Bool) -> DecoderBatch {
    precondition(batch.count <= maximumRows, "the batch is too large")
    batch.findUnits()
    embed(batch)
    writeAngles(batch)
    makeLayerInputs(batch)
    makeStreams(rows: batch.count)
    var left = batch
    var queryFactors = queryFactors(left)
    let sequences = buffers.recurrence == nil ? [] : SequenceRows.all(of: batch.rows)
    // The place among the layers with a state.
    var state = 0
    for (index, layer) in model.weights.layers.enumerated() {
      let configuration = model.configuration.layers[index]
      if index == firstReadingLayer, !wantsAll, left.wanted.count < left.count {
        left = narrow(left)
        queryFactors = self.queryFactors(left)
      }
      if left.count == 0 { break }
      if let altUp = layer.altUp {
        kernels.predict(buffers.streams, rows: left.count, altUp, into: buffers.residual)
      }
      prepareMixers(layer, configuration, rows: left.count)
      for mixer in layer.mixers {
        switch mixer {
        case .attention(let weights):
          attend(
            layer, weights, configuration, at: index, left, queryFactors: queryFactors, cacheLayer: cachePlaces[index])
        case .latent(let weights):
          attendLatently(
            layer, weights, configuration, left, queryFactors: queryFactors, cacheLayer: cachePlaces[index])
        case .convolution(let weights):
          convolve(layer, weights, left, sequences, state: state)
          state += 1
        case .delta(let weights):
          if case .delta(let shape, _) = configuration.recurrence {
            runDeltaRule(layer, weights, shape, left, sequences, state: state)
          }
          state += 1
        case .stateSpace(let weights):
          if case .stateSpace(let shape, _, _) = configuration.recurrence {
            runStateSpace(layer, weights, shape, left, sequences, state: state)
          }
          state += 1
        }
      }
      feedForward(layer, configuration, index, left)
      finish(layer, index, rows: left.count)
    }
    joinStreams(rows: left.count)
    return left
  }

  /// Leaves the rows whose logits are wanted: no layer from here on adds anything to the cache.
  private func narrow(_ batch: DecoderBatch) -> DecoderBatch {
    for rows in [buffers.residual, buffers.layerInputs?.inputs].compactMap(\.self) + buffers.streams {
      kernels.compact(rows, rows: batch.wanted)
    }
    let batch = batch.narrowed()
    writeAngles(batch)
    return batch
  }

  /// Fills the residual stream.
  private func embed(_ batch: DecoderBatch) {
    let rows = batch.count
    kernels.embed(batch.tokens, model.weights.embedding, into: buffers.residual)
    if model.configuration.embeddingScale != 1 {
      kernels.scale(buffers.residual, rows: rows, by: model.configuration.embeddingScale)
    }
    if let positions = model.weights.positions {
      kernels.embed(batch.rows.map(\.position), positions, into: buffers.branch)
      kernels.add(buffers.branch, to: buffers.residual, rows: rows)
    }
    let (tokenType, norm) = (model.weights.tokenType, model.weights.embeddingNorm)
    if tokenType != nil || norm != nil {
      kernels.finishEmbeddings(buffers.residual, rows: rows, bias: tokenType, norm: norm)
    }
  }

  /// Fills the angles of the batch's positions.
  private func writeAngles(_ batch: DecoderBatch) {
    for (rope, angles) in zip(model.configuration.ropes, buffers.angles) {
      for row in 0..<batch.count {
        let place = batch.rows[row]
        angles.withMutableRow(row) {
          rope.writeAngles(position: place.position, capacity: place.cache.capacity, to: &$0)
        }
      }
    }
  }

  /// The factor of each row's queries, nothing if there are none.
  private func queryFactors(_ batch: DecoderBatch) -> [Float] {
    guard let growth = model.configuration.layers[0].attention.queryGrowth else { return [] }
    return batch.rows.map { growth.factor(position: $0.position) }
  }

  /// Adds what the adapters of a batch change in one projection of a layer.
  func adapt(
    _ output: FloatRows, from input: Activations, _ batch: DecoderBatch, _ layer: Int,
    _ update: KeyPath<LowRankAdapter.Layer, LowRankUpdate?>
  ) {
    for (adapter, rows) in batch.adapted {
      adapter.layers[layer][keyPath: update]?.apply(to: output, from: input, rows: rows, kernels)
    }
  }

  /// Prepares what a layer's mixers take, and the feed-forward network if it stands beside them.
  private func prepareMixers(_ layer: DecoderWeights.Layer, _ configuration: LayerConfiguration, rows: Int) {
    guard !layer.mixers.isEmpty else { return }
    var forms = configuration.isParallel ? layer.feedForward?.inputForms ?? [] : []
    for mixer in layer.mixers { forms.formUnion(mixer.inputForms) }
    if let laurel = layer.laurel { forms.formUnion(laurel.down.projection.inputForms) }
    prepareInput(layer.attentionNorm, rows: rows, forms)
  }

  /// Brings the residual stream into the form that the next products take.
  func prepareInput(_ norm: Norm?, rows: Int, _ forms: ActivationForms) {
    if let norm {
      kernels.normalize(buffers.residual, rows: rows, norm, into: buffers.normed, forms: forms)
    } else {
      kernels.take(buffers.residual, rows: rows, into: buffers.normed, forms: forms)
    }
  }
}
