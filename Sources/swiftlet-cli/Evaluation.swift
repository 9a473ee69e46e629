import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

/// A perplexity evaluation: a model and the tokens of a text in chunks.
struct Evaluation {
  let model: DecoderModel
  let chunks: [[Int]]
  private let direct: DirectModel
  private let keyValueType: KeyValueType

  /// The number of positions per batch; their logits take 64 MB with the largest vocabularies.
  private static let batchSize = 64

  var vocabularyCount: Int { model.configuration.vocabularyCount }
  var positionCount: Int { chunks.reduce(0) { $0 + $1.count } }

  init(_ arguments: Arguments, text: [UInt8]) throws {
    let options = try LoadOptions(arguments, keyValueType: .f32, minimumContext: 4)
    direct = try DirectModel(options)
    let tokenizer = try Tokenizer(metadata: direct.file.metadata)
    (model, keyValueType) = (direct.model, options.keyValueType)
    let size = min(options.contextSize ?? 512, model.configuration.trainingContext)
    chunks = try Self.chunks(of: tokenizer, text: text, size: size)
    if let token = chunks.joined().first(where: { $0 >= model.configuration.vocabularyCount }) {
      throw InferenceError.tokenOutOfRange(token: token, vocabularyCount: model.configuration.vocabularyCount)
    }
  }

  /// The tokens of a text in chunks; every chunk begins with BOS if the tokenizer adds it.
  private static func chunks(of tokenizer: Tokenizer, text: [UInt8], size: Int) throws(UsageError) -> [[Int]] {
    let tokens = tokenizer.encode(bytes: text, parsingSpecialTokens: false)
    guard tokens.count >= 4 else {
      throw UsageError(argument: "--text", reason: "found \(tokens.count) tokens, expected at least 4")
    }
    guard tokens.count >= size else { return [tokens] }
    let first = tokenizer.encode("").first { $0 == tokenizer.vocabulary.bosID }
    return stride(from: 0, through: tokens.count - size, by: size).map { start in
      var chunk = Array(tokens[start..<start + size])
      if let first { chunk[0] = first }
      return chunk
    }
  }

  /// Runs the model on all chunks; measures the logits, and writes them to `output`.
  func run(reference: ReferenceLogits?, output: AtomicFile?) throws -> PerplexityMeter {
    var meter = PerplexityMeter()
    var reference = reference
    let decoder = try Decoder(model, pool: direct.pool, maximumRows: Self.batchSize, maximumLogits: Self.batchSize)
    let adapter = try direct.adapter(for: decoder)
    let progress = ProgressLine("evaluating")
    defer { progress.clear() }
    var chunkStart = 0
    for chunk in chunks {
      let cache = try model.makeCache(capacity: chunk.count, type: keyValueType)
      for start in stride(from: 0, to: chunk.count, by: Self.batchSize) {
        let end = min(start + Self.batchSize, chunk.count)
        var batch = DecoderBatch()
        for position in start..<end {
          batch.append(
            chunk[position], at: position, of: cache,
            needsLogits: output != nil || Self.isScored(position, in: chunk), adapter: adapter)
        }
        decoder.forward(&batch)
        var row = 0
        for position in start..<end where output != nil || Self.isScored(position, in: chunk) {
          guard decoder.logits.isFinite(row: row) else {
            throw InferenceError.notFinite(
              file: model.path, output: "the logits after \(position + 1) tokens of the chunk")
          }
          if Self.isScored(position, in: chunk) {
            let expected = try reference?.row(chunkStart + position)
            decoder.logits.withRow(row) { logits in
              meter.add(logits, next: chunk[position + 1], reference: expected?.span)
            }
          }
          if let output {
            try unsafe decoder.logits[row: row].withUnsafeBytes { try unsafe output.append($0) }
          }
          row += 1
        }
        progress.show(Double(chunkStart + end) / Double(positionCount))
      }
      chunkStart += chunk.count
    }
    try reference?.finish()
    return meter
  }

  /// Returns true for positions whose logits are scored: those in the second half that have a next token.
  private static func isScored(_ position: Int, in chunk: [Int]) -> Bool {
    position >= chunk.count / 2 && position < chunk.count - 1
  }
}
