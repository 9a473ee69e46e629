import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import TestSupport
import Testing

/// A small random model with what the reference implementation makes of it; see `Tests/Reference/decoder.py`.
struct ModelFixture: Sendable, CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  static let exact = ["grouped-f32", "llama3-rope-f32", "linear-rope-f32"].map { ModelFixture(name: $0) }
  static let halves = ["f16", "bf16"].map { ModelFixture(name: $0) }
  static let quantized = ["mixed", "q4_0", "q8_0"].map { ModelFixture(name: $0) }
  static let all = exact + halves + quantized
  /// The model of the engine's tests: 259 tokens, of which 258 ends a generation; the table has 264 rows.
  static let grouped = exact[0]

  var path: String { TestFiles.fixture("models/\(name).gguf") }

  func model(threads: Int = 1) throws -> DecoderModel {
    try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: threads))
  }

  func engine(
    threads: Int = 1, contextSize: Int? = nil, keyValueType: KeyValueType = .f32, cachePages: Int? = nil
  ) throws -> InferenceEngine {
    let pageByteCount = 64 * (try model().cacheBytesPerPosition(keyValueType))
    return try InferenceEngine(
      contentsOf: path,
      options: EngineOptions(
        threads: threads, contextSize: contextSize, keyValueType: keyValueType,
        cacheByteLimit: cachePages.map { $0 * pageByteCount }))
  }

  func expected() throws -> Expected {
    let file = try GGUFFile(path: TestFiles.fixture("models/\(name).expected.gguf"))
    func integers(_ key: String) throws -> [Int] { try #require(try file.metadata.integers(key)) }
    return Expected(
      tokens: try integers("tokens"), logits: try file.tensor("logits").floatRows(),
      greedyPrompt: try integers("greedy.prompt"), greedy: try integers("greedy"),
      ropePositions: try integers("rope.positions"), ropeAngles: try file.tensor("rope.angles").floatRows())
  }

  /// The results of the reference.
  struct Expected {
    let tokens: [Int]
    let logits: [[Float]]
    let greedyPrompt: [Int]
    let greedy: [Int]
    let ropePositions: [Int]
    let ropeAngles: [[Float]]
  }
}

extension GGUFTensor {
  /// All elements, row by row.
  func floatRows() throws -> [[Float]] {
    let values = try floats()
    return (0..<rows).map { Array(values[$0 * columns..<($0 + 1) * columns]) }
  }
}
