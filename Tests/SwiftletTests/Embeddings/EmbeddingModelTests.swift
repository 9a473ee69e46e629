import Foundation
import SwiftletGGUF
import SwiftletWeights
import TestSupport
import Testing

@testable import Swiftlet

/// Embedding models as programs use them, on the fixtures of the engine's tests.
@Suite(.timeLimit(.minutes(60))) struct EmbeddingModelTests {
  private static let fixtures = URL(filePath: TestFiles.fixture(""))

  private static func url(_ name: String) -> URL { fixtures.appending(path: "embeddings/\(name).gguf") }

  /// The texts of a fixture with the vectors that the reference makes of them.
  private static func expected(_ name: String) throws -> (texts: [String], vectors: [[Float]]) {
    let file = try GGUFFile(
      path: fixtures.appending(path: "embeddings/\(name).expected.gguf").path(percentEncoded: false))
    let texts = try #require(try file.metadata.byteStrings("texts")).map { String(decoding: $0, as: UTF8.self) }
    let tensor = try file.tensor("sentence")
    let values = try tensor.floats()
    return (
      texts,
      (0..<tensor.rows).map { Array(values[$0 * tensor.columns..<($0 + 1) * tensor.columns]) }
    )
  }

  private static func difference(_ found: [Embedding], _ expected: [[Float]]) -> Float {
    guard found.map(\.dimension) == expected.map(\.count) else { return .infinity }
    return zip(found.flatMap(\.vector), expected.joined()).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test(arguments: ["bert", "bert-cls", "nomic-bert"])
  func vectorsOfTextsAreThoseOfTheReference(_ name: String) async throws {
    let model = try await EmbeddingModel(contentsOf: Self.url(name), threads: 1)
    let (texts, vectors) = try Self.expected(name)
    let found = try await model.embed(texts)
    // The weights have 16 bits, and products with these are in fixed point; with 32 bits the engine's tests ask for
    // less.
    #expect(Self.difference(found, vectors) <= 5e-4)
    for (text, embedding) in zip(texts, found) { #expect(try await model.embed(text) == embedding) }
    #expect(model.dimension == vectors[0].count && model.contextSize == 80 && model.name == name)
    #expect(model.pooling == (name == "bert-cls" ? .cls : .mean))
    #expect(model.tokenCount(for: texts[1]) == 2)
  }

  @Test func tokensHaveTheEmbeddingsOfTheirTexts() async throws {
    typealias Options = EmbeddingModel.Options
    let model = try await EmbeddingModel(contentsOf: Self.url("bert"), threads: 1)
    let texts = ["the fox", "a hen and a fox"]
    let options = Options(prompt: "the ", dimension: 8)
    let tokens = try model.tokens(of: texts, options: options)
    #expect(tokens.map { $0.count } == texts.map { model.tokenCount(for: "the " + $0) })
    let (found, expected) = (
      try await model.embed(tokens: tokens, options: options), try await model.embed(texts, options: options)
    )
    #expect(found == expected)
    let count = model.engine.model.configuration.vocabularyCount
    for (tokens, error) in [
      ([1, count], EmbeddingModelError.tokenOutOfRange(index: 1, token: count, vocabularyCount: count)),
      ([1, -1], .tokenOutOfRange(index: 1, token: -1, vocabularyCount: count)), ([], .emptyText(index: 1)),
      (Array(repeating: 1, count: 81), .textTooLong(index: 1, tokenCount: 81, contextSize: 80)),
    ] {
      await #expect(throws: error) { try await model.embed(tokens: [[1], tokens]) }
    }
  }

  @Test func optionsChangeTextsAndVectors() async throws {
    typealias Options = EmbeddingModel.Options
    let model = try await EmbeddingModel(contentsOf: Self.url("bert"), threads: 1)
    let whole = try await model.embed("the fox", options: Options(normalizes: false))
    #expect(abs(whole.magnitude - 1) > 0.1)
    #expect(try await model.embed("the fox") == whole.normalized())
    #expect(try await model.embed("the fox", options: Options(dimension: 8)) == whole.truncated(to: 8))
    #expect(try await model.embed("fox", options: Options(prompt: "the ")) == whole.normalized())
    #expect(try await model.embed("the fox", options: Options(dimension: 32)) == whole.normalized())
    #expect(try await model.embed([]) == [])
    for count in [0, -1, 33] {
      await #expect(throws: EmbeddingModelError.dimensionOutOfRange(found: count, dimension: 32)) {
        try await model.embed("x", options: Options(dimension: count))
      }
    }
  }

  @Test func tooLongTextsAreErrorsThatSayWhich() async throws {
    let model = try await EmbeddingModel(contentsOf: Self.url("bert"), contextSize: 6, threads: 1)
    let long = "the fox and the fox and the fox"
    let count = model.tokenCount(for: long)
    await #expect(throws: EmbeddingModelError.textTooLong(index: 1, tokenCount: count, contextSize: 6)) {
      try await model.embed(["the fox", long])
    }
    let options = EmbeddingModel.Options(truncatesTexts: true)
    #expect(try await model.embed(long, options: options) == model.embed("the fox and the"))
    let eurobert = try await EmbeddingModel(contentsOf: Self.url("eurobert"), threads: 1)
    await #expect(throws: EmbeddingModelError.emptyText(index: 2)) { try await eurobert.embed(["a", "b", ""]) }
  }

  @Test func tokensHaveVectorsOfTheirOwn() async throws {
    let pooled = try await EmbeddingModel(contentsOf: Self.url("bert"), threads: 1)
    let model = try await EmbeddingModel(contentsOf: Self.url("bert"), pooling: .unpooled, threads: 1)
    let options = EmbeddingModel.Options(normalizes: false)
    let tokens = try await model.tokenEmbeddings(of: "the fox runs", options: options)
    #expect(tokens.count == model.tokenCount(for: "the fox runs"))
    #expect(try await pooled.tokenEmbeddings(of: "the fox runs", options: options) == tokens)
    let means = (0..<model.dimension).map { column in
      Float(tokens.reduce(0) { $0 + Double($1.vector[column]) } / Double(tokens.count))
    }
    #expect(try await pooled.embed("the fox runs", options: options) == Embedding(means))
    let path = Self.url("bert").path(percentEncoded: false)
    await #expect(throws: EmbeddingModelError.noPooling(path: path)) { try await model.embed("the fox runs") }
  }

  @Test func filesThatAreNoEmbeddingModelsSaySo() async throws {
    let missing = await #expect(throws: EmbeddingModelError.self) {
      try await EmbeddingModel(contentsOf: URL(filePath: "/nowhere/model.gguf"))
    }
    #expect(missing?.description.hasPrefix("/nowhere/model.gguf: cannot be read:") == true)
    let url = try #require(DefaultModel.url)
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    await #expect(throws: EmbeddingModelError.noPooling(path: path)) { try await EmbeddingModel(contentsOf: url) }
    // Not made for it, but able to.
    let model = try await EmbeddingModel(contentsOf: url, pooling: .mean, threads: 1)
    #expect(try await model.embed("a fox").dimension == model.dimension)
  }

  /// The other way round.
  @Test(arguments: ["bert", "qwen3-embedding", "gemma-embedding"])
  func languageModelsAreNotEmbeddingModels(_ name: String) async throws {
    let model = try GGUFLanguageModel(contentsOf: Self.url(name))
    let error = await #expect(throws: GGUFLanguageModelError.self) { try await model.load() }
    #expect(error?.description.contains("EmbeddingModel") == true, "\(error?.description ?? "")")
  }

  @Test func manyTasksAskAtOnce() async throws {
    let model = try await EmbeddingModel(contentsOf: Self.url("nomic-bert"), threads: 2)
    let texts = (0..<60).map { index in String(repeating: "the fox ", count: 1 + index % 9) + "\(index)" }
    let alone = try await model.embed(texts)
    let together = try await withThrowingTaskGroup(of: (Int, Embedding).self) { group in
      for (index, text) in texts.enumerated() { group.addTask { (index, try await model.embed(text)) } }
      return try await group.reduce(into: [Int: Embedding]()) { $0[$1.0] = $1.1 }
    }
    for index in texts.indices { #expect(together[index] == alone[index]) }
  }

  @Test func cancelledTasksStop() async throws {
    let model = try await EmbeddingModel(contentsOf: Self.url("bert"), threads: 1)
    let task = Task { try await model.embed(Array(repeating: String(repeating: "fox ", count: 60), count: 20_000)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await model.embed("fox").dimension == 32)
  }
}
