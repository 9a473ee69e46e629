import SwiftletKernels
import SwiftletTokenizers

/// Computes text embeddings: runs batches of whole texts and pools the embeddings of their tokens.
///
/// An embedding depends neither on the other texts of the batch nor on the number of threads, to the last bit.
struct TextEncoder {
  /// A tokenized text and its pooling.
  struct Text {
    var tokens: [TokenID]
    var pooling: Pooling
    /// The index of the first token of the second type; nil if all are of the first.
    var secondStart: Int?
  }

  /// The maximum number of tokens of a batch, unless a single text has more.
  static let rows = 512

  private let model: DecoderModel
  private let threads: WorkerPool
  private let decoder: Decoder
  private let pages: KeyValuePool
  private let keyValueType: KeyValueType
  private let adapter: LowRankAdapter?
  private let adapterSource: (path: String, strength: Float)?

  init(
    _ model: DecoderModel, pool threads: WorkerPool, keyValueType: KeyValueType = .f32,
    adapter source: (path: String, strength: Float)? = nil
  ) throws(InferenceError) {
    (self.model, self.threads, self.keyValueType, adapterSource) = (model, threads, keyValueType, source)
    decoder = try Decoder(model, pool: threads, maximumRows: Self.rows, maximumLogits: 0)
    pages = model.makePool(type: keyValueType)
    adapter = try Self.adapter(source, decoder)
  }

  private static func adapter(
    _ source: (path: String, strength: Float)?, _ decoder: Decoder
  ) throws(InferenceError) -> LowRankAdapter? {
    guard let source else { return nil }
    return try LowRankAdapter(contentsOf: source.path, strength: source.strength, for: decoder)
  }

  /// Returns the embedding of each text; unpooled, those of its tokens, concatenated; ranked, its score.
  func vectors(of texts: [Text]) throws(InferenceError) -> [[Float]] {
    let count = texts.reduce(0) { $0 + $1.tokens.count }
    if count <= Self.rows { return try vectors(of: texts, decoder, adapter, pages) }
    // Temporary buffers for a long text, of which the adapter has some too.
    let decoder = try Decoder(model, pool: threads, maximumRows: count, maximumLogits: 0)
    return try vectors(
      of: texts, decoder, try Self.adapter(adapterSource, decoder), model.makePool(type: keyValueType))
  }

  private func vectors(
    of texts: [Text], _ decoder: Decoder, _ adapter: LowRankAdapter?, _ pages: KeyValuePool
  ) throws(InferenceError) -> [[Float]] {
    var batch = DecoderBatch()
    for text in texts {
      let cache = KeyValueCache(pool: pages, capacity: text.tokens.count)
      try wrapping { () throws(KernelError) in try cache.reserve(for: 0..<text.tokens.count) }
      let end = model.configuration.isCausal ? nil : text.tokens.count
      for (position, token) in text.tokens.enumerated() {
        batch.append(token, at: position, of: cache, seeingUpTo: end, needsLogits: false, adapter: adapter)
        if let start = text.secondStart, position >= start { batch.useSecondType() }
      }
    }
    let vectors = decoder.encode(&batch)
    var (first, pooled): (Int, [[Float]]) = (0, [])
    for text in texts {
      let pooling = text.pooling == .rank ? model.configuration.ranking?.pooling : text.pooling
      pooled.append((pooling ?? text.pooling).vector(first..<first + text.tokens.count, of: vectors))
      first += text.tokens.count
    }
    if let ranking = model.weights.ranking {
      let ranked = texts.indices.filter { texts[$0].pooling == .rank }
      let scores = try scores(of: ranked.map { pooled[$0] }, ranking, decoder.kernels)
      for (index, score) in zip(ranked, scores) { pooled[index] = [score] }
    }
    for step in model.weights.dense { pooled = try apply(step, to: pooled, decoder.kernels) }
    return pooled
  }

  /// Applies a dense layer to embeddings, each of which is one or more concatenated vectors.
  func apply(
    _ step: DecoderWeights.Linear, to vectors: [[Float]], _ kernels: Kernels
  ) throws(InferenceError) -> [[Float]] {
    let projection = step.projection
    let counts = vectors.map { $0.count / projection.columns }
    let rows = counts.reduce(0, +)
    let input = try DecoderBuffers.activations(rows, projection.columns)
    let output = try DecoderBuffers.rows(rows, projection.rows)
    var row = 0
    for vector in vectors {
      for start in stride(from: 0, to: vector.count, by: projection.columns) {
        input.values[row: row] = Array(vector[start..<start + projection.columns])
        row += 1
      }
    }
    kernels.prepare(input, rows: rows, forms: projection.inputForms)
    kernels.multiply(projection, input, rows: rows, into: output)
    kernels.finishEmbeddings(output, rows: rows, bias: step.bias, norm: nil)
    row = 0
    return counts.map { count in
      defer { row += count }
      return (row..<row + count).flatMap { output[row: $0] }
    }
  }
}
