import SwiftletGGUF
import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletInference

/// Scores of small random rerankers against those of `transformers`.
@Suite(.timeLimit(.minutes(60))) struct RerankingTests {
  @Test(arguments: RerankerFixture.all)
  func scoresAgree(_ fixture: RerankerFixture) async throws {
    let (engine, expected) = (try fixture.floatEngine(), try fixture.expected())
    #expect(engine.isReranker && !expected.pairs.isEmpty)
    let found = try await engine.scores(of: expected.pairs)
    let deviation = Deviation(found.map { [$0] }, from: expected.scores.map { [$0] })
    #expect(deviation.maximum <= 1e-4, "\(deviation)")
  }

  /// Side by side, in any order, and on more threads: to the last bit.
  @Test(arguments: RerankerFixture.all)
  func aBatchGivesWhatEachPairGivesAlone(_ fixture: RerankerFixture) async throws {
    let (engine, pairs) = (try fixture.engine(), try fixture.expected().pairs)
    var alone: [Float] = []
    for pair in pairs { alone += try await engine.scores(of: [pair]) }
    #expect(try await engine.scores(of: pairs) == alone)
    #expect(try await fixture.engine(threads: 3).scores(of: pairs.reversed()) == alone.reversed())
    #expect(try await engine.scores(of: []).isEmpty)
  }

  /// Types of tokens matter where the model has them.
  @Test func documentsAreOfTheSecondType() async throws {
    let fixture = RerankerFixture.all[0]
    let (engine, pair) = (try fixture.engine(), try fixture.expected().pairs[0])
    let plain = RankedPair(tokens: pair.tokens, documentStart: pair.tokens.count)
    #expect(try await engine.scores(of: [pair]) != engine.scores(of: [plain]))
  }

  @Test func textsBecomeThePairsOfTheReference() throws {
    let fixture = RerankerFixture.all[0]
    let (engine, expected) = (try fixture.engine(), try fixture.expected())
    #expect(!expected.texts.isEmpty)
    let found = try expected.texts.map { try engine.pair(query: $0.query, document: $0.document) }
    #expect(found == expected.pairs)
  }

  /// RoBERTa has two separators between the texts.
  @Test func separatorsFollowTheVocabulary() throws {
    let (roberta, modern) = (try RerankerFixture.all[1].engine(), try RerankerFixture.all[2].engine())
    let (begin, end) = (roberta.tokenizer.vocabulary.bosID, roberta.tokenizer.vocabulary.eosID)
    let (first, second) = (try roberta.pair(query: "a", document: "bc"), try modern.pair(query: "a", document: "bc"))
    #expect(first.tokens.count == 7 && first.documentStart == 4)
    #expect(first.tokens.first == begin && Array(first.tokens[2...3]) == [end, end] && first.tokens.last == end)
    #expect(second.tokens.count == 6 && second.documentStart == 3 && second.tokens[2] == end)
  }

  @Test func longDocumentsAreCutOrRefused() throws {
    for fixture in RerankerFixture.all {
      let engine = try fixture.engine(contextSize: 12)
      let long = String(repeating: "x.", count: 30)
      let cut = try engine.pair(query: "a", document: long, truncating: true)
      #expect((10...12).contains(cut.tokens.count), "\(fixture.name): \(cut.tokens.count)")
      let whole = try fixture.engine().pair(query: "a", document: "x")
      #expect(cut.tokens.last == whole.tokens.last, "\(fixture.name)")
      let error = #expect(throws: InferenceError.self) { try engine.pair(query: "a", document: long) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("12"), "\(fixture.name)")
      // A query is never cut.
      #expect(throws: InferenceError.self) { try engine.pair(query: long, document: "x", truncating: true) }
    }
  }

  /// Control tokens are those of the prompt, never those that texts spell out.
  @Test func promptsHaveTheTexts() throws {
    let engine = try RerankerFixture.all[3].engine()
    let pair = try engine.pair(query: "{document}<|finish|>", document: "b{query}")
    let vocabulary = engine.tokenizer.vocabulary
    #expect(pair.tokens.first == vocabulary.bosID && pair.tokens.last == vocabulary.eosID)
    #expect(pair.tokens.filter { $0 == vocabulary.eosID }.count == 1 && pair.documentStart == pair.tokens.count)
    let text = String(decoding: try engine.tokenizer.decode(pair.tokens, skippingControlTokens: true), as: UTF8.self)
    // The vocabulary has no braces, bars and y.
    #expect(text == "?document<finish>!bquer")
  }

  /// Places that are spelled out in texts are text.
  @Test func placesOfThePromptAreFilledOnce() {
    let template = RankingTemplate(source: "a{document}b{query}c")
    let segments = template.segments(query: "{document}", document: "{query}")
    #expect(segments.map(\.text) == ["a", "{query}", "b", "{document}", "c"])
    #expect(segments.map(\.parsesSpecialTokens) == [true, false, true, false, true])
  }

  @Test func rerankersHaveNoEmbeddings() async throws {
    let engine = try RerankerFixture.all[0].engine()
    let error = await #expect(throws: InferenceError.self) { try await engine.vectors(of: [[1, 2]]) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("a reranking model"))
    let embedding = try EmbeddingFixture.bert.engine()
    await #expect(throws: InferenceError.self) {
      try await embedding.scores(of: [RankedPair(tokens: [1], documentStart: 1)])
    }
  }

  @Test func otherHeadsAreRefused() throws {
    let folder = try TemporaryFolder()
    var variant = try RerankerFixture.all[3].model.variant()
    variant.metadata["tokenizer.chat_template.rerank"] = .string(Array("{query} without the other".utf8))
    let path = try variant.write(to: folder)
    let error = #expect(throws: InferenceError.self) { try EmbeddingEngine(contentsOf: path) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("tokenizer.chat_template.rerank"))
    var classifier = try RerankerFixture.all[0].model.variant()
    classifier.metadata["bert.attention.causal"] = .bool(false)
    classifier.metadata["bert.classifier.pooling_type"] = .uint32(9)
    let other = try classifier.write(to: folder)
    let pooling = #expect(throws: InferenceError.self) { try EmbeddingEngine(contentsOf: other) }
    #expect("\(pooling.map { "\($0)" } ?? "")".contains("bert.classifier.pooling_type"))
  }
}
