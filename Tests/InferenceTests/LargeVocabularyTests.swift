@testable import SwiftletInference
import Testing

/// Passes over vocabularies of real size give what sorting all of it gives.
@Suite struct LargeVocabularyTests {
  /// Random logits with a spread; every seventh is equal to the one before, some are not numbers.
  private func logits(_ count: Int, spread: Float, seed: UInt64 = 3) -> [Float] {
    var random = SplitMix64(seed: seed)
    var result: [Float] = []
    for index in 0..<count {
      let number = (0..<6).reduce(Float(-3)) { sum, _ in sum + Float(random.nextUnit()) } * spread
      result.append(index % 7 == 6 ? result[index - 1] : index % 1009 == 5 ? .nan : number)
    }
    return result
  }

  private func sorted(_ logits: [Float]) -> [Candidate] {
    logits.enumerated().filter { !$1.isNaN }.map { Candidate(token: $0, logit: $1) }.sorted { $0.isBetter(than: $1) }
  }

  private func tokens(_ parameters: SamplingParameters, _ logits: [Float]) -> Set<Int> {
    var sampler = Sampler(parameters)
    return Set(sampler.probabilities(logits.span, count: logits.count).map(\.token))
  }

  @Test(arguments: [1, 40, 1000, 20_000])
  func topKIsTheBeginningOfTheSortedVocabulary(_ size: Int) {
    let logits = logits(50_003, spread: 3)
    let parameters = SamplingParameters(temperature: 1, topK: size, topP: 1, minP: 0)
    #expect(tokens(parameters, logits) == Set(sorted(logits).prefix(size).map(\.token)))
  }

  @Test(arguments: [(0.5, 4), (0.95, 4), (0.99, 1), (0.3, 0.2), (0.9999, 8)] as [(Float, Float)])
  func topPIsTheShortestBeginningWithEnoughWeight(_ part: Float, _ spread: Float) throws {
    let logits = logits(50_003, spread: spread)
    let all = sorted(logits)
    let weights = all.map { exponential(Double($0.logit - all[0].logit)) }
    let sum = weights.reduce(0, +)
    let found = tokens(SamplingParameters(temperature: 1, topK: 0, topP: part, minP: 0), logits)
    #expect(found == Set(all.prefix(found.count).map(\.token)))
    // To the precision of the sums.
    let weight = weights.prefix(found.count).reduce(0, +) / sum
    let last = weights[found.count - 1] / sum
    #expect(weight >= Double(part) - 1e-6 && weight - last < Double(part) + 1e-6)
  }

  @Test func minPIsADistanceToTheHighest() {
    let logits = logits(50_003, spread: 3)
    let all = sorted(logits)
    let kept = all.filter { exponential(Double($0.logit - all[0].logit)) >= 0.02 }
    let parameters = SamplingParameters(temperature: 1, topK: 0, topP: 1, minP: 0.02)
    #expect(tokens(parameters, logits) == Set(kept.map(\.token)))
  }

  @Test func theVectorExponentialIsNearTheExactOne() {
    for step in stride(from: 0, to: 87, by: 0.0137) {
      let x = -Float(step)
      let exact = exponential(Double(x))
      for lane in [0, 7] {
        var vector = SIMD8<Float>(repeating: -1)
        vector[lane] = x
        #expect(abs(Double(exponentials(vector)[lane]) - exact) <= exact * 0x1p-21)
      }
    }
    #expect(exponentials(SIMD8(0, -87.5, -.infinity, .nan, -1000, -0.0, -88, -1e30)) == SIMD8(1, 0, 0, 0, 0, 1, 0, 0))
  }
}
