import SwiftletGGUF
import SwiftletKernels
import SwiftletTokenizers
import Testing

@testable import SwiftletInference

/// Tests of accepted, refused and cancelled requests of an embedding engine.
@Suite(.timeLimit(.minutes(60))) struct EmbeddingEngineTests {
  @Test(arguments: ["bert", "bert-cls", "nomic-bert"])
  func textsAreCutAsTheReferenceDoes(_ name: String) throws {
    let fixture = EmbeddingFixture(name: name)
    let (engine, expected) = (try fixture.engine(), try fixture.expected())
    let texts = try #require(expected.texts)
    #expect(try texts.map { try engine.tokens(of: $0) } == expected.tokens)
  }

  @Test func anEndIsAddedWhereTheFileAsksForIt() throws {
    let engine = try EmbeddingFixture(name: "qwen3-embedding").engine()
    let end = try #require(engine.tokenizer.vocabulary.eosID)
    #expect(try engine.tokens(of: "ab").last == end)
    #expect(try engine.tokens(of: "ab").count == 3)
    #expect(try engine.tokens(of: "") == [end])
  }

  @Test func longTextsAreRefusedOrCut() async throws {
    let engine = try EmbeddingFixture.bert.engine(contextSize: 8)
    let text = "the fox runs and the fox runs"
    let whole = try EmbeddingFixture.bert.engine().tokens(of: text)
    #expect(whole.count > 8)
    let error = InferenceError.promptTooLong(tokens: whole.count, contextSize: 8)
    #expect(throws: error) { try engine.tokens(of: text) }
    await #expect(throws: error) { try await engine.vectors(of: [[2, 3], whole]) }
    let cut = try engine.tokens(of: text, truncating: true)
    #expect(cut == Array(whole.prefix(7)) + [whole[whole.count - 1]])
    #expect(try engine.tokens(of: "the fox", truncating: true) == engine.tokens(of: "the fox"))
    // No room for what has to be before and after.
    let tiny = try EmbeddingFixture.bert.engine(contextSize: 2)
    #expect(throws: InferenceError.promptTooLong(tokens: whole.count, contextSize: 2)) {
      try tiny.tokens(of: text, truncating: true)
    }
    #expect(
      try EmbeddingFixture(name: "qwen3-embedding").engine(contextSize: 3).tokens(of: "abcd", truncating: true).count
        == 3)
  }

  @Test func tokensAreChecked() async throws {
    let engine = try EmbeddingFixture.bert.engine()
    await #expect(throws: InferenceError.emptyPrompt) { try await engine.vectors(of: [[1], []]) }
    await #expect(throws: InferenceError.tokenOutOfRange(token: 96, vocabularyCount: 96)) {
      try await engine.vectors(of: [[96]])
    }
    await #expect(throws: InferenceError.tokenOutOfRange(token: -1, vocabularyCount: 96)) {
      try await engine.vectors(of: [[-1]])
    }
    #expect(try await engine.vectors(of: []) == [])
    let eurobert = try EmbeddingFixture(name: "eurobert").engine()
    #expect(throws: InferenceError.emptyPrompt) { try eurobert.tokens(of: "") }
  }

  /// Embedding models are not run as generative ones.
  @Test(arguments: EmbeddingFixture.all)
  func generationIsRefused(_ fixture: EmbeddingFixture) throws {
    for open in [
      { _ = try InferenceEngine(contentsOf: fixture.path) }, { try InferenceEngine.check(contentsOf: fixture.path) },
      { _ = try fixture.model.model() },
    ] as [() throws -> Void] {
      let error = #expect(throws: InferenceError.self) { try open() }
      guard case .embeddingModel(let file, _) = error else {
        Issue.record("\(error?.description ?? "no error")")
        continue
      }
      #expect(file == fixture.path && error?.description.contains("EmbeddingModel") == true)
    }
  }

  @Test func aDecoderHasToBeToldHowToPool() async throws {
    let path = ModelFixture.grouped.path
    #expect(throws: InferenceError.noPooling(file: path, architecture: "llama")) {
      try EmbeddingEngine(contentsOf: path)
    }
    let engine = try EmbeddingEngine(contentsOf: path, options: EmbeddingEngineOptions(threads: 1, pooling: .last))
    let vectors = try await engine.vectors(of: [[257, 1, 2], [257, 5]])
    #expect(vectors.map(\.count) == [64, 64] && vectors[0] != vectors[1])
  }

  @Test func rankingModelsAreRefused() throws {
    let folder = try TemporaryFolder()
    for (value, text) in [(4, "reranking"), (5, "bert.pooling_type"), (-1, "bert.pooling_type")] {
      var variant = try EmbeddingFixture.bert.model.variant()
      variant.metadata["bert.pooling_type"] = .int32(Int32(value))
      let path = try variant.write(to: folder)
      let error = #expect(throws: InferenceError.self) { try EmbeddingEngine(contentsOf: path) }
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "no error")")
    }
  }

  @Test func encodersDoNotLookBackOnly() throws {
    let folder = try TemporaryFolder()
    var variant = try EmbeddingFixture.bert.model.variant()
    variant.metadata["bert.attention.causal"] = .bool(true)
    let path = try variant.write(to: folder)
    let error = #expect(throws: InferenceError.self) { try EmbeddingEngine(contentsOf: path) }
    #expect(error?.description.contains("bert.attention.causal") == true)
  }

  @Test func manyCallersGetWhatEachGetsAlone() async throws {
    let engine = try EmbeddingFixture.bert.engine(threads: 2)
    let requests = (0..<40).map { index in
      (0..<1 + index % 5).map { text in [2] + (0..<1 + (7 * index + text) % 60).map { 5 + ($0 + index) % 70 } + [3] }
    }
    var alone: [[[Float]]] = []
    for request in requests { alone.append(try await engine.vectors(of: request)) }
    let together = try await withThrowingTaskGroup(of: (Int, [[Float]]).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, try await engine.vectors(of: request)) }
      }
      var results: [Int: [[Float]]] = [:]
      for try await (index, vectors) in group { results[index] = vectors }
      return results
    }
    for index in requests.indices { #expect(together[index] == alone[index]) }
  }

  @Test func cancelledRequestsEndAndOthersGoOn() async throws {
    let engine = try EmbeddingFixture.bert.engine()
    let text = [2] + Array(repeating: 7, count: 78) + [3]
    let endless = Task { try await engine.vectors(of: Array(repeating: text, count: 200_000)) }
    // Served in turn with the long list.
    let short = try await engine.vectors(of: [text])
    endless.cancel()
    await #expect(throws: CancellationError.self) { try await endless.value }
    #expect(try await engine.vectors(of: [text]) == short)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await engine.vectors(of: [text])
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }
}
