import Foundation
@testable import SwiftletInference
import Testing

/// Which tokens can be drawn, and how likely they are; see `Tests/Reference/sampling.py`.
@Suite struct SamplerReferenceTests {
  struct Fixture: Decodable {
    /// Null stands for −∞.
    let logits: [[Float?]]
    let cases: [Case]
  }

  struct Case: Decodable {
    let temperature, topP, minP, repetitionPenalty, frequencyPenalty, presencePenalty: Float
    let topK, penaltyWindow, logits: Int
    let context, tokens: [Int]
    let probabilities: [Double]

    var parameters: SamplingParameters {
      SamplingParameters(
        temperature: temperature, topK: topK, topP: topP, minP: minP, repetitionPenalty: repetitionPenalty,
        frequencyPenalty: frequencyPenalty, presencePenalty: presencePenalty, penaltyWindow: penaltyWindow)
    }
  }

  private static let fixture = Result {
    try JSONDecoder().decode(
      Fixture.self, from: Data(contentsOf: URL(fileURLWithPath: Places.fixture("sampling/cases.json"))))
  }

  @Test func candidatesAndProbabilitiesAreTheReferences() throws {
    let fixture = try Self.fixture.get()
    #expect(fixture.cases.count > 100)
    for (index, sampling) in fixture.cases.enumerated() {
      let logits = fixture.logits[sampling.logits].map { $0 ?? -.infinity }
      var sampler = Sampler(sampling.parameters, context: sampling.context)
      // What has no weight cannot be drawn, wherever it stands.
      let found = sampler.probabilities(logits.span, count: logits.count).filter { $0.probability > 0 }
      let expected = zip(sampling.tokens, sampling.probabilities).filter { $0.1 > 0 }
      #expect(Set(found.map(\.token)) == Set(expected.map(\.0)), "case \(index): \(sampling.parameters)")
      let probabilities = Dictionary(uniqueKeysWithValues: expected)
      let error = found.map { abs($0.probability - (probabilities[$0.token] ?? 2)) }.max() ?? .infinity
      #expect(error <= 1e-6, "case \(index): \(sampling.parameters)")
    }
  }

  @Test func drawsAreAmongTheCandidates() throws {
    let fixture = try Self.fixture.get()
    for (index, sampling) in fixture.cases.enumerated() {
      let logits = fixture.logits[sampling.logits].map { $0 ?? -.infinity }
      var sampler = Sampler(sampling.parameters, context: sampling.context)
      let allowed = Set(sampling.tokens)
      for _ in 0..<20 { #expect(allowed.contains(sampler.sample(logits.span, count: logits.count)), "case \(index)") }
    }
  }
}
