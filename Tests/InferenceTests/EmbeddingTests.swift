import Foundation
import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Vectors of texts by small random models against those of `sentence-transformers`.
@Suite(.timeLimit(.minutes(60))) struct EmbeddingTests {
  private static let tolerance = 1e-4

  /// As the file says, through its dense layers.
  @Test(arguments: EmbeddingFixture.all)
  func vectorsAgree(_ fixture: EmbeddingFixture) async throws {
    let (engine, expected) = (try fixture.floatEngine(), try fixture.expected())
    let found = try await engine.vectors(of: expected.tokens)
    #expect(found.allSatisfy { $0.count == engine.dimension })
    let deviation = Deviation(found.map(normalized), from: expected.sentence)
    #expect(deviation.maximum <= Self.tolerance, "\(deviation)")
    // For the table in the documentation.
    if ProcessInfo.processInfo.environment["SWIFTLET_PRINT_DEVIATIONS"] != nil {
      print("deviation of \(fixture.name): \(deviation.maximum)")
    }
  }

  @Test(arguments: EmbeddingFixture.all, [Pooling.mean, .cls, .last])
  func eachPoolingAgrees(_ fixture: EmbeddingFixture, _ pooling: Pooling) async throws {
    let expected = try fixture.expected()
    let engine = try fixture.floatEngine(pooling: pooling)
    guard engine.model.weights.dense.isEmpty else { return }
    let found = try await engine.vectors(of: expected.tokens)
    let deviation = Deviation(found, from: try #require(expected.pooled[pooling]))
    #expect(deviation.maximum <= Self.tolerance, "\(deviation)")
  }

  @Test(arguments: EmbeddingFixture.all)
  func vectorsOfTokensAgree(_ fixture: EmbeddingFixture) async throws {
    let (engine, expected) = (try fixture.floatEngine(), try fixture.expected())
    guard engine.model.weights.dense.isEmpty else { return }
    let found = try await engine.vectors(of: expected.tokens, pooling: .unpooled)
    #expect(found.map(\.count) == expected.tokens.map { $0.count * engine.dimension })
    let deviation = Deviation(found.flatMap { rows($0, of: engine.dimension) }, from: expected.hidden)
    #expect(deviation.maximum <= Self.tolerance, "\(deviation)")
  }

  /// Dense layers are applied to the vectors of tokens too, where these are asked for.
  @Test func denseLayersFollowThePooling() async throws {
    let fixture = try #require(EmbeddingFixture.all.first { $0.name == "gemma-embedding" })
    let (engine, expected) = (try fixture.engine(), try fixture.expected())
    let single = expected.tokens.filter { $0.count == 1 }
    let pooled = try await engine.vectors(of: single)
    #expect(!single.isEmpty && engine.model.weights.dense.count == 2)
    #expect(try await engine.vectors(of: single, pooling: .unpooled) == pooled)
  }

  /// Side by side, in any order, and on more threads: to the last bit.
  @Test(arguments: EmbeddingFixture.all)
  func aBatchGivesWhatEachTextGivesAlone(_ fixture: EmbeddingFixture) async throws {
    let (engine, texts) = (try fixture.engine(), try fixture.expected().tokens)
    var alone: [[Float]] = []
    for text in texts { alone += try await engine.vectors(of: [text]) }
    #expect(try await engine.vectors(of: texts) == alone)
    #expect(try await engine.vectors(of: texts.reversed()) == alone.reversed())
    let many = Array(repeating: texts, count: 16).flatMap { $0 }
    #expect(many.reduce(0) { $0 + $1.count } > 2 * TextEncoder.rows)
    let expected = Array(repeating: alone, count: 16).flatMap { $0 }
    #expect(try await fixture.engine(threads: 3).vectors(of: many) == expected)
  }

  /// A text of more tokens than are run together otherwise, between others.
  @Test func longTextsAreRunAlone() async throws {
    let folder = try TemporaryFolder()
    let fixture = try #require(EmbeddingFixture.all.first { $0.name == "modern-bert" })
    var variant = try fixture.model.variant()
    variant.metadata["modern-bert.context_length"] = .uint32(4000)
    let path = try variant.write(to: folder)
    let texts = [700, 3, 512, 513, 20].map { count in (0..<count).map { ($0 * $0 + count) % 80 } }
    let engine = try EmbeddingEngine(contentsOf: path, options: EmbeddingEngineOptions(threads: 1))
    let vectors = try await engine.vectors(of: texts)
    #expect(vectors.allSatisfy { $0.allSatisfy(\.isFinite) } && Set(vectors).count == texts.count)
    let others = try EmbeddingEngine(contentsOf: path, options: EmbeddingEngineOptions(threads: 3))
    for (text, vector) in zip(texts, vectors) { #expect(try await others.vectors(of: [text]) == [vector]) }
    // With windows on most layers the far end still counts, by way of the layers that see all.
    #expect(try await engine.vectors(of: [Array(texts[0].dropLast()) + [81]]) != [vectors[0]])
  }
}
