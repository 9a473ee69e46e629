import SwiftletKernels
import Testing

@testable import SwiftletInference

/// The bookkeeping of prompts with embedding rows.
@Suite struct PromptEmbeddingsTests {
  private func rows(_ count: Int, _ key: UInt8) throws -> EmbeddingRows {
    try EmbeddingRows(FloatRows(rows: count, columns: 4), key: ContentKey([key]))
  }

  /// The example of Qwen 2.5 VL's reference: a grid of 6 × 9 at position 7 is followed by position 16.
  @Test func gridsAdvancePositionsByTheirLongerSide() throws {
    let span = EmbeddingSpan(try rows(54, 1), grid: PictureSize(width: 9, height: 6))
    let (tokens, made) = PromptEmbeddings.make([.tokens(Array(0..<7)), .embeddings(span), .tokens([5, 6])])
    let embeddings = try #require(made)
    #expect(tokens.count == 63 && embeddings.hasGrids)
    #expect(embeddings.position(of: 6) == RotaryPosition(6))
    #expect(embeddings.position(of: 7) == RotaryPosition(7))
    #expect(embeddings.position(of: 15) == RotaryPosition(temporal: 7, row: 7, column: 15))
    #expect(embeddings.position(of: 16) == RotaryPosition(temporal: 7, row: 8, column: 7))
    #expect(embeddings.position(of: 60) == RotaryPosition(temporal: 7, row: 12, column: 15))
    #expect(embeddings.position(of: 61) == RotaryPosition(16))
    #expect(embeddings.position(of: 100) == RotaryPosition(55))
  }

  @Test func bidirectionalRunsStayWhole() throws {
    let span = EmbeddingSpan(try rows(5, 2), isBidirectional: true)
    let next = EmbeddingSpan(try rows(3, 3))
    let runs: [PromptRun] = [.tokens([1, 2]), .embeddings(span), .embeddings(next), .tokens([1])]
    let embeddings = try #require(PromptEmbeddings.make(runs).embeddings)
    #expect((0...11).map { embeddings.wholeCount($0) } == [0, 1, 2, 2, 2, 2, 2, 7, 8, 9, 10, 11])
    #expect(embeddings.bidirectionalEnd(from: 2) == 7 && embeddings.bidirectionalEnd(from: 3) == nil)
    #expect(embeddings.bidirectionalEnd(from: 7) == nil && embeddings.longestBidirectional == 5)
  }

  @Test func placeholdersStandForContents() throws {
    let (first, same, other) = (try rows(3, 4), try rows(3, 4), try rows(3, 5))
    func tokens(_ rows: EmbeddingRows, _ range: Range<Int>) -> [Int] {
      PromptEmbeddings.make([.embeddings(EmbeddingSpan(rows, range: range))]).tokens
    }
    #expect(tokens(first, 0..<3) == tokens(same, 0..<3))
    #expect(tokens(first, 1..<3) == Array(tokens(same, 0..<3).dropFirst()))
    #expect(Set(tokens(first, 0..<3)).isDisjoint(with: tokens(other, 0..<3)))
    #expect(tokens(first, 0..<3).allSatisfy { $0 < 0 } && Set(tokens(first, 0..<3)).count == 3)
  }

  @Test func theCacheDropsTheLeastRecentlyUsed() throws {
    let pictures = try (0..<4).map { try rows(2, 10 + UInt8($0)) }
    let cache = EmbeddingCache(byteLimit: 3 * pictures[0].byteCount)
    for picture in pictures.prefix(3) { cache.insert(picture) }
    #expect(cache[pictures[0].key] != nil)
    cache.insert(pictures[3])
    #expect(cache.count == 3 && cache[pictures[1].key] == nil)
    #expect([0, 2, 3].allSatisfy { cache[pictures[$0].key] === pictures[$0] })
    cache.insert(try rows(100, 99))
    #expect(cache.count == 3)
  }
}
