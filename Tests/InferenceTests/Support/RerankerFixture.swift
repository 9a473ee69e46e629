import SwiftletGGUF
import SwiftletInference
import TestSupport
import Testing

/// A small random reranker with what `transformers` makes of it; see `Tests/Reference/rerankers.py`.
struct RerankerFixture: Sendable, CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  static let all = ["bert", "xlm-roberta", "modern-bert", "qwen3"].map { RerankerFixture(name: $0) }

  var model: ArchitectureFixture { ArchitectureFixture(name: name, folder: "rerankers") }

  func engine(threads: Int = 1, contextSize: Int? = nil) throws -> EmbeddingEngine {
    try EmbeddingEngine(
      contentsOf: model.path, options: EmbeddingEngineOptions(threads: threads, contextSize: contextSize))
  }

  /// The engine with weights as 32-bit floats.
  func floatEngine() throws -> EmbeddingEngine {
    let folder = try TemporaryFolder()
    return try EmbeddingEngine(
      contentsOf: model.floatPath(in: folder), options: EmbeddingEngineOptions(threads: 1))
  }

  /// The results of the reference.
  struct Expected {
    let pairs: [RankedPair]
    let scores: [Float]
    /// The texts of the pairs, in vocabularies with words.
    let texts: [(query: String, document: String)]
  }

  func expected() throws -> Expected {
    let file = try GGUFFile(path: TestFiles.fixture("rerankers/\(name).expected.gguf"))
    var rest = try #require(try file.metadata.integers("tokens"))[...]
    let lengths = try #require(try file.metadata.integers("lengths"))
    let pairs = zip(lengths, try #require(try file.metadata.integers("starts"))).map { length, start in
      defer { rest = rest.dropFirst(length) }
      return RankedPair(tokens: Array(rest.prefix(length)), documentStart: start)
    }
    func texts(_ key: String) throws -> [String] {
      try file.metadata.byteStrings(key)?.map { String(decoding: $0, as: UTF8.self) } ?? []
    }
    return Expected(
      pairs: pairs, scores: try file.tensor("scores").floatRows().map { $0[0] },
      texts: Array(zip(try texts("queries"), try texts("documents"))))
  }
}
