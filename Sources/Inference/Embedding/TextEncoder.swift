import SwiftletKernels
import SwiftletTokenizers

/// Runs whole texts through a model, any number at a time, and pools the vectors of their tokens.
///
/// A text's vector depends neither on the texts beside it nor on the number of threads, to the last bit.
struct TextEncoder {
  /// A text and how it is pooled.
  struct Text {
    var tokens: [TokenID]
    var pooling: Pooling
  }

  /// How many tokens are run together, unless a single text has more.
  static let rows = 512

  private let model: DecoderModel
  private let threads: WorkerPool
  private let decoder: Decoder
  private let pages: KeyValuePool

  init(_ model: DecoderModel, pool threads: WorkerPool) throws(InferenceError) {
    (self.model, self.threads) = (model, threads)
    decoder = try Decoder(model, pool: threads, maximumRows: Self.rows, maximumLogits: 0)
    pages = model.makePool(type: .f32)
  }

  /// The vector of each text; unpooled, those of its tokens side by side.
  func vectors(of texts: [Text]) throws(InferenceError) -> [[Float]] {
    let count = texts.reduce(0) { $0 + $1.tokens.count }
    if count <= Self.rows { return try vectors(of: texts, decoder, pages) }
    // The memory for a long text is given back after it.
    let decoder = try Decoder(model, pool: threads, maximumRows: count, maximumLogits: 0)
    return try vectors(of: texts, decoder, model.makePool(type: .f32))
  }

  private func vectors(
    of texts: [Text], _ decoder: Decoder, _ pages: KeyValuePool
  ) throws(InferenceError) -> [[Float]] {
    var batch = DecoderBatch()
    for text in texts {
      let cache = KeyValueCache(pool: pages, capacity: text.tokens.count)
      try wrapping { () throws(KernelError) in try cache.makeRoom(for: 0..<text.tokens.count) }
      let end = model.configuration.isCausal ? nil : text.tokens.count
      for (position, token) in text.tokens.enumerated() {
        batch.append(token, at: position, of: cache, seeingUpTo: end, wantsLogits: false)
      }
    }
    let vectors = decoder.encode(&batch)
    var (first, pooled): (Int, [[Float]]) = (0, [])
    for text in texts {
      pooled.append(text.pooling.vector(first..<first + text.tokens.count, of: vectors))
      first += text.tokens.count
    }
    for step in model.weights.dense { pooled = try apply(step, to: pooled, decoder.kernels) }
    return pooled
  }

  /// The products of vectors, of which one or more lie side by side, with a matrix.
  private func apply(
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
