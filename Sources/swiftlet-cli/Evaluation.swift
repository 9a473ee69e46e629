import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

/// A model and the tokens of a text in pieces, which it is to predict.
struct Evaluation {
  let model: DecoderModel
  let pieces: [[Int]]
  private let pool: WorkerPool
  private let keyValueType: KeyValueType

  /// How many positions are run at once: their logits take 64 MB with the largest vocabularies.
  private static let batchSize = 64

  var vocabularyCount: Int { model.configuration.vocabularyCount }
  var positionCount: Int { pieces.reduce(0) { $0 + $1.count } }

  init(_ arguments: Arguments, text: [UInt8]) throws {
    pool = WorkerPool(threads: try arguments.threadCount() ?? Processors.physicalCount)
    let file = try GGUFFile(path: try arguments.modelPath())
    let tokenizer = try Tokenizer(metadata: file.metadata)
    model = try DecoderModel(file, pool: pool, packedCache: arguments.packedCache())
    model.packedCacheReport?.warn()
    keyValueType = try arguments.choice("--kv-type") ?? .f32
    let limit = model.configuration.trainingContext
    let size = try arguments.integer("--context", in: 4...max(4, limit)) ?? min(512, limit)
    pieces = try Self.pieces(of: tokenizer, text: text, size: size)
    if let token = pieces.joined().first(where: { $0 >= model.configuration.vocabularyCount }) {
      throw InferenceError.tokenOutOfRange(token: token, vocabularyCount: model.configuration.vocabularyCount)
    }
  }

  /// The tokens of a text, cut; every piece begins as a text does.
  private static func pieces(of tokenizer: Tokenizer, text: [UInt8], size: Int) throws(UsageError) -> [[Int]] {
    let tokens = tokenizer.encode(bytes: text, parsingSpecialTokens: false)
    guard tokens.count >= 4 else {
      throw UsageError(what: "--text", why: "found \(tokens.count) tokens, expected at least 4")
    }
    guard tokens.count >= size else { return [tokens] }
    let first = tokenizer.encode("").first { $0 == tokenizer.vocabulary.bosID }
    return stride(from: 0, through: tokens.count - size, by: size).map { start in
      var piece = Array(tokens[start..<start + size])
      if let first { piece[0] = first }
      return piece
    }
  }

  /// Runs all pieces, and measures and writes what comes out.
  func run(reference: ReferenceLogits?, output: FileHandle?) throws -> PredictionMeter {
    var meter = PredictionMeter()
    let decoder = try Decoder(model, pool: pool, maximumRows: Self.batchSize, maximumLogits: Self.batchSize)
    let progress = ProgressLine("predicting")
    defer { progress.clear() }
    var done = 0
    for piece in pieces {
      let cache = try model.makeCache(capacity: piece.count, type: keyValueType)
      for start in stride(from: 0, to: piece.count, by: Self.batchSize) {
        let end = min(start + Self.batchSize, piece.count)
        var batch = DecoderBatch()
        for position in start..<end {
          batch.append(
            piece[position], at: position, of: cache,
            wantsLogits: output != nil || Self.isPredicting(position, of: piece))
        }
        decoder.forward(&batch)
        var row = 0
        for position in start..<end where output != nil || Self.isPredicting(position, of: piece) {
          if Self.isPredicting(position, of: piece) {
            let expected = try reference?.row(done + position)
            decoder.logits.withRow(row) { logits in
              meter.add(logits, next: piece[position + 1], reference: expected?.span)
            }
          }
          if let output {
            try output.write(contentsOf: unsafe decoder.logits[row: row].withUnsafeBytes { unsafe Data($0) })
          }
          row += 1
        }
        progress.show(Double(done + end) / Double(positionCount))
      }
      done += piece.count
    }
    return meter
  }

  /// Whether the logits of a position count: those of the second half that have a token after them.
  private static func isPredicting(_ position: Int, of piece: [Int]) -> Bool {
    position >= piece.count / 2 && position < piece.count - 1
  }
}

/// The logits of another model for the positions of an evaluation.
struct ReferenceLogits {
  private let path: String
  private let file: FileHandle
  private let vocabularyCount: Int

  init(_ path: String, _ evaluation: Evaluation) throws {
    (self.path, vocabularyCount) = (path, evaluation.vocabularyCount)
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw UsageError(what: "--reference", why: "\(path) cannot be read")
    }
    self.file = file
    let expected = UInt64(evaluation.positionCount * evaluation.vocabularyCount * 4)
    let size = try file.seekToEnd()
    guard size == expected else {
      throw UsageError(
        what: "--reference",
        why: "\(path): found \(size) bytes, expected \(expected) for \(evaluation.positionCount) positions of "
          + "\(evaluation.vocabularyCount) tokens")
    }
  }

  /// The logits at a position.
  func row(_ index: Int) throws -> [Float] {
    try file.seek(toOffset: UInt64(index * vocabularyCount * 4))
    guard let data = try file.read(upToCount: vocabularyCount * 4), data.count == vocabularyCount * 4 else {
      throw UsageError(what: "--reference", why: "\(path): ends early")
    }
    return unsafe [Float](unsafeUninitializedCapacity: vocabularyCount) { buffer, count in
      // Safe: the data has as many bytes.
      count = unsafe data.copyBytes(to: buffer) / 4
    }
  }
}

/// Opening files for evaluations.
enum EvaluationFiles {
  /// The bytes of a file, or of standard input.
  static func read(_ path: String) throws(UsageError) -> [UInt8] {
    if path == "-" { return Output.readInput() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError(what: "--text", why: "\(path) cannot be read")
    }
    return Array(data)
  }

  /// A new file to write.
  static func create(_ path: String) throws(UsageError) -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw UsageError(what: "--save-logits", why: "\(path) cannot be written") }
    return file
  }
}
