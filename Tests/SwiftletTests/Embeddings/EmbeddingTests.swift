import Foundation
import Testing

@testable import Swiftlet

/// Vectors without a model.
struct EmbeddingTests {
  @Test func cosinesAreThoseOfTheAngles() {
    let x = Embedding([1, 0, 0])
    #expect(x.cosineSimilarity(to: Embedding([7, 0, 0])) == 1)
    #expect(x.cosineSimilarity(to: Embedding([-0.5, 0, 0])) == -1)
    #expect(x.cosineSimilarity(to: Embedding([0, 2, 0])) == 0)
    #expect(abs(x.cosineSimilarity(to: Embedding([1, 1, 0])) - Float(0.5).squareRoot()) < 1e-6)
    #expect(x.cosineSimilarity(to: Embedding([0, 0, 0])) == 0)
    // Squares that a float could not hold.
    #expect(Embedding([3e30, 4e30]).cosineSimilarity(to: Embedding([3e-30, 4e-30])) == 1)
  }

  @Test func normalizedVectorsHaveTheLengthOne() {
    #expect(Embedding([3, 4]).magnitude == 5)
    #expect(Embedding([3, 4]).normalized() == Embedding([0.6, 0.8]))
    #expect(Embedding([0, 0]).normalized() == Embedding([0, 0]))
    #expect(Embedding([]).normalized().dimension == 0)
  }

  @Test func truncatedVectorsAreNormalizedAgain() {
    let vector = Embedding([0.3, 0.4, 0.5, 0.7])
    #expect(vector.truncated(to: 2) == Embedding([0.3, 0.4]).normalized())
    #expect(vector.truncated(to: 4).dimension == 4)
    #expect(abs(vector.truncated(to: 3).magnitude - 1) < 1e-6)
  }

  @Test func vectorsAreStoredAsArrays() throws {
    let vector = Embedding([0.25, -1, 3])
    let data = try JSONEncoder().encode(["a": vector])
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":[0.25,-1,3]}"#)
    #expect(try JSONDecoder().decode([String: Embedding].self, from: data) == ["a": vector])
  }
}
