public import SwiftletKernels

/// Runs the forward pass of a model: from tokens to logits, or with ``encode(_:)`` to embeddings.
///
/// All buffers are allocated once, and overwritten by every pass. So a decoder is not `Sendable`: one task
/// or thread uses it at a time, and may transfer it to another, as ``InferenceEngine`` does.
///
/// A row's logits depend on its own sequence alone, neither on the other rows of the batch nor on the number of
/// threads, to the last bit.
///
/// ```swift
/// let decoder = try Decoder(model, pool: pool)
/// let cache = try model.makeCache(capacity: 512, type: .f16)
/// var batch = DecoderBatch()
/// batch.append(1, at: 0, of: cache, needsLogits: true)
/// decoder.forward(&batch)
/// print(decoder.logits[row: 0].count)
/// ```
public final class Decoder {
  /// The immutable properties of a decoder, which any thread may read.
  struct Properties: Sendable {
    let model: DecoderModel
    let kernels: Kernels
    let maximumRows: Int
    /// The identity of this decoder, which is unique even if another is allocated at the same address later.
    let identity = Identity()
  }

  /// An object that serves as an identity.
  final class Identity: Sendable {}

  let properties: Properties
  /// The model.
  public var model: DecoderModel { properties.model }
  /// The compute kernels.
  public var kernels: Kernels { properties.kernels }
  /// The largest number of rows of a batch.
  public var maximumRows: Int { properties.maximumRows }
  /// The logits of the last pass.
  public let logits: DecoderLogits
  /// The maximum of each block of a row of logits; see ``LogitBlocks``.
  let logitMaxima: FloatRows  // (1, blocks)
  /// True if the last pass has found those of its only row.
  var hasLogitMaxima = false
  /// The timer that divides the time of a pass into its parts; nil if they are not measured.
  var timer: StepTimer?
  let buffers: DecoderBuffers
  /// The index of each layer's keys and values in the cache.
  private let cacheLayerIndices: [Int]
  /// The layer from which on only the rows that need logits are computed.
  private let firstLayerWithoutKVWrites: Int
  /// The default maximum number of rows of a batch.
  public static let defaultMaximumRows = 512

  /// Creates a decoder for batches of at most `maximumRows` rows, of which at most `maximumLogits` need logits.
  public convenience init(
    _ model: DecoderModel, pool: WorkerPool, maximumRows: Int = defaultMaximumRows, maximumLogits: Int = 64
  ) throws(InferenceError) {
    try self.init(model, Kernels(pool: pool), maximumRows: maximumRows, maximumLogits: maximumLogits)
  }

  /// Creates a decoder with given kernels.
  init(
    _ model: DecoderModel, _ kernels: Kernels, maximumRows: Int, maximumLogits: Int
  ) throws(InferenceError) {
    properties = Properties(model: model, kernels: kernels, maximumRows: maximumRows)
    let vocabularyCount = model.configuration.vocabularyCount
    logits = DecoderLogits(values: try DecoderBuffers.rows(maximumLogits, vocabularyCount))
    logitMaxima = try DecoderBuffers.rows(1, LogitBlocks.count(of: vocabularyCount))
    buffers = try DecoderBuffers(model.configuration, rows: maximumRows, threads: kernels.pool.count)
    cacheLayerIndices = model.cacheLayerIndices
    firstLayerWithoutKVWrites = model.configuration.firstLayerWithoutKVWrites
  }

  /// Runs a batch: writes its keys and values to the caches and leaves the logits in ``logits``.
  ///
  /// The batch has at most ``maximumRows`` rows, its tokens are of the vocabulary, and its positions inside the caches
  /// and, where the model has a table of positions, inside that.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - selection: Called when all but the logits has been computed; returns the tokens whose logits are required, or
  ///     nil for all. The logits of other tokens are undefined.
  public func forward(_ batch: inout DecoderBatch, selecting selection: () -> RowSelection? = { nil }) {
    precondition(batch.logitRows.count <= logits.rows, "the batch is too large")
    let last = run(&batch, keepsAllRows: false)
    guard !batch.logitRows.isEmpty else { return }
    computeLogits(last, selecting: selection)
  }

  /// Runs whole texts with a model loaded for ``ModelPurpose/embedding``.
  ///
  /// A batch contains all rows of a text; where attention is not causal, each row has the end of the positions it sees.
  ///
  /// - Returns: The embeddings of the tokens, in the first rows.
  func encode(_ batch: inout DecoderBatch) -> FloatRows {
    precondition(model.purpose == .embedding, "a model loaded for something else")
    _ = run(&batch, keepsAllRows: true)
    guard let norm = model.weights.outputNorm else { return buffers.residual }
    kernels.normalize(buffers.residual, rows: batch.count, norm, into: buffers.normed, forms: [])
    return buffers.normed.values
  }

  /// Runs the layers, and leaves the output of the last one in the residual stream.
  ///
  /// - Returns: The rows of the last layer: all, or those that need logits.
  private func run(_ batch: inout DecoderBatch, keepsAllRows: Bool) -> DecoderBatch {
    precondition(batch.count <= maximumRows, "the batch is too large")
    batch.findUnits()
    embed(batch)
    writeAngles(batch)
    makeLayerInputs(batch)
    makeStreams(rows: batch.count)
    var left = batch
    var queryFactors = queryFactors(left)
    let sequences = buffers.recurrence == nil ? [] : SequenceRows.all(of: batch.rows)
    // The index among the layers with a state.
    var state = 0
    mark(.rest)
    for (index, layer) in model.weights.layers.enumerated() {
      let configuration = model.configuration.layers[index]
      if index == firstLayerWithoutKVWrites, !keepsAllRows, left.logitRows.count < left.count {
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
            layer, weights, configuration, at: index, left, queryFactors: queryFactors,
            cacheLayer: cacheLayerIndices[index])
        case .latent(let weights):
          attendLatent(
            layer, weights, configuration, left, queryFactors: queryFactors, cacheLayer: cacheLayerIndices[index])
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
      if !left.embedded.isEmpty { addEmbeddings(left, after: index) }
      mark(.elementwise)
    }
    joinStreams(rows: left.count)
    mark(.rest)
    return left
  }

  /// Compacts the batch to the rows that need logits, where no further layer writes to the cache.
  private func narrow(_ batch: DecoderBatch) -> DecoderBatch {
    for rows in [buffers.residual, buffers.layerInputs?.inputs].compactMap(\.self) + buffers.streams {
      kernels.compact(rows, rows: batch.logitRows)
    }
    let batch = batch.narrowed()
    writeAngles(batch)
    return batch
  }

  /// Writes the embeddings of the tokens to the residual stream.
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
    var (tokenType, norm) = (model.weights.tokenType, model.weights.embeddingNorm)
    if let types = tokenType, !batch.secondTypeRows.isEmpty, types.rows > 1 {
      addTypes(batch, types)
      tokenType = nil
    }
    if tokenType != nil || norm != nil {
      kernels.finishEmbeddings(buffers.residual, rows: rows, bias: tokenType, norm: norm)
    }
    if !batch.embedded.isEmpty { replaceEmbeddings(batch) }
  }

  /// Writes the rotary angles of the batch's positions.
  private func writeAngles(_ batch: DecoderBatch) {
    for (rope, angles) in zip(model.configuration.ropes, buffers.angles) {
      // Sines and cosines in double precision take microseconds per row.
      kernels.pool.forEach(batch.count, chunk: 4) { _, range in
        for row in range {
          let batchRow = batch.rows[row]
          angles.withMutableRow(row) {
            if batch.rotary.isEmpty {
              rope.writeAngles(position: batchRow.position, capacity: batchRow.cache.capacity, to: &$0)
            } else {
              rope.writeAngles(position: batch.rotary[row], capacity: batchRow.cache.capacity, to: &$0)
            }
          }
        }
      }
    }
  }

  /// Returns the attention temperature of each row's queries; empty if the model has none.
  private func queryFactors(_ batch: DecoderBatch) -> [Float] {
    guard let temperature = model.configuration.layers[0].attention.attentionTemperature else { return [] }
    return batch.rows.map { temperature.factor(position: $0.position) }
  }

  /// Adds the updates of a batch's adapters to one projection of a layer.
  func adapt(
    _ output: FloatRows, from input: Activations, _ batch: DecoderBatch, _ layer: Int,
    _ update: (LowRankAdapter.Layer) -> LowRankUpdate?
  ) {
    for (adapter, rows) in batch.adapted {
      update(adapter.layers[layer])?.apply(to: output, from: input, rows: rows, kernels)
    }
  }

  /// Prepares the input of a layer's mixers, and of a feed-forward network that runs in parallel.
  private func prepareMixers(_ layer: DecoderWeights.Layer, _ configuration: LayerConfiguration, rows: Int) {
    guard !layer.mixers.isEmpty else { return }
    var forms = configuration.isParallel ? layer.feedForward?.inputForms ?? [] : []
    for mixer in layer.mixers { forms.formUnion(mixer.inputForms) }
    if let laurel = layer.laurel { forms.formUnion(laurel.down.projection.inputForms) }
    prepareInput(layer.attentionNorm, rows: rows, forms)
    mark(.elementwise)
  }

  /// Normalises the residual stream and converts it to the forms that the next products take.
  func prepareInput(_ norm: Norm?, rows: Int, _ forms: ActivationForms) {
    if let norm {
      kernels.normalize(buffers.residual, rows: rows, norm, into: buffers.normed, forms: forms)
    } else {
      kernels.copy(buffers.residual, rows: rows, into: buffers.normed, forms: forms)
    }
  }
}
