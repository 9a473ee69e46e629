import SwiftletGGUF
import SwiftletInference
import TestSupport
import Testing

/// A small random embedding model with what `sentence-transformers` makes of it; see `Tests/Reference/embeddings.py`.
struct EmbeddingFixture: Sendable, CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  static let all = [
    "bert", "bert-cls", "nomic-bert", "jina-bert-v3", "modern-bert", "eurobert", "gemma-embedding", "qwen3-embedding",
  ].map { EmbeddingFixture(name: $0) }
  static let bert = all[0]

  var model: ArchitectureFixture { ArchitectureFixture(name: name, folder: "embeddings") }
  var path: String { model.path }

  func engine(threads: Int = 1, contextSize: Int? = nil, pooling: Pooling? = nil) throws -> EmbeddingEngine {
    try EmbeddingEngine(
      contentsOf: path, options: EmbeddingEngineOptions(threads: threads, contextSize: contextSize, pooling: pooling))
  }

  /// The engine with weights as 32-bit floats.
  func floatEngine(pooling: Pooling? = nil) throws -> EmbeddingEngine {
    let folder = try TemporaryFolder()
    return try EmbeddingEngine(
      contentsOf: model.floatPath(in: folder), options: EmbeddingEngineOptions(threads: 1, pooling: pooling))
  }

  func expected() throws -> Expected {
    let file = try GGUFFile(path: TestFiles.fixture("embeddings/\(name).expected.gguf"))
    var rest = try #require(try file.metadata.integers("tokens"))[...]
    let tokens = try #require(try file.metadata.integers("lengths")).map { length in
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
    func rows(_ name: String) throws -> [[Float]] { try file.tensor(name).floatRows() }
    return Expected(
      texts: try file.metadata.byteStrings("texts")?.map { String(decoding: $0, as: UTF8.self) }, tokens: tokens,
      hidden: try rows("hidden"), pooled: [.mean: try rows("mean"), .cls: try rows("cls"), .last: try rows("last")],
      sentence: try rows("sentence"))
  }

  /// The results of the references.
  struct Expected {
    let texts: [String]?
    let tokens: [[Int]]
    /// The vectors of all tokens, one text behind the other.
    let hidden: [[Float]]
    let pooled: [Pooling: [[Float]]]
    /// Pooled as the file says, through its dense layers, and normalised.
    let sentence: [[Float]]
  }
}

/// Rows of a length, of numbers that lie side by side.
func rows(_ numbers: [Float], of length: Int) -> [[Float]] {
  stride(from: 0, to: numbers.count, by: length).map { Array(numbers[$0..<$0 + length]) }
}

/// A vector with length 1.
func normalized(_ vector: [Float]) -> [Float] {
  let magnitude = vector.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
  return vector.map { Float(Double($0) / magnitude) }
}
