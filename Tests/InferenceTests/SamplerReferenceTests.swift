import Foundation
@testable import SwiftletInference
import TestSupport
import Testing

/// Which tokens can be drawn, how likely they are, and what a seed draws; see `Tests/Reference/sampling.py`.
@Suite struct SamplerReferenceTests {
  struct Fixture: Decodable {
    /// Null stands for −∞.
    let logits: [[Float?]]
    let cases: [Case]
    let draws: [Case]
  }

  /// Parameters with their outcome; keys that are absent have the values that change nothing.
  struct Case: Decodable {
    let temperature, topP, minP, typicalP, topNSigma, repetitionPenalty, frequencyPenalty, presencePenalty: Float?
    let dynamicRange, dynamicExponent, xtcProbability, xtcThreshold, dryMultiplier, dryBase: Float?
    let topK, penaltyWindow, dryAllowedLength, dryWindow: Int?
    /// Null stands for −∞.
    let logitBias: [Int: Float?]?
    let mirostat: [Float]?
    let seed: UInt64?
    let logits: Int
    let context: [Int]?
    let tokens: [Int]
    let probabilities: [Double]?

    var parameters: SamplingParameters {
      var overrides = SamplingOptions()
      overrides.dynamicTemperatureRange = dynamicRange
      overrides.dynamicTemperatureExponent = dynamicExponent
      overrides.xtcProbability = xtcProbability
      overrides.xtcThreshold = xtcThreshold
      overrides.dryMultiplier = dryMultiplier
      overrides.dryBase = dryBase
      overrides.dryAllowedLength = dryAllowedLength
      overrides.dryWindow = dryWindow
      overrides.usesMirostat = mirostat != nil
      overrides.mirostatTau = mirostat?[0]
      overrides.mirostatEta = mirostat?[1]
      overrides.logitBias = logitBias?.mapValues { $0 ?? -.infinity }
      var parameters = SamplingParameters(
        temperature: temperature ?? 1, topK: topK ?? 0, topP: topP ?? 1, minP: minP ?? 0, typicalP: typicalP ?? 1,
        topNSigma: topNSigma ?? 0, repetitionPenalty: repetitionPenalty ?? 1, frequencyPenalty: frequencyPenalty ?? 0,
        presencePenalty: presencePenalty ?? 0, penaltyWindow: penaltyWindow ?? 64, seed: seed)
      parameters.apply(overrides)
      return parameters
    }
  }

  private static let fixture = Result {
    try JSONDecoder().decode(
      Fixture.self, from: Data(contentsOf: URL(fileURLWithPath: TestFiles.fixture("sampling/cases.json"))))
  }

  @Test func candidatesAndProbabilitiesAreTheReferences() throws {
    let fixture = try Self.fixture.get()
    #expect(fixture.cases.count > 250)
    for (index, sampling) in fixture.cases.enumerated() {
      let logits = fixture.logits[sampling.logits].map { $0 ?? -.infinity }
      var sampler = Sampler(sampling.parameters, context: sampling.context ?? [])
      // What has no weight cannot be drawn, wherever it stands.
      let found = sampler.probabilities(logits.span, count: logits.count).filter { $0.probability > 1e-250 }
      let expected = zip(sampling.tokens, sampling.probabilities ?? []).filter { $0.1 > 1e-250 }
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
      var sampler = Sampler(sampling.parameters, context: sampling.context ?? [])
      let allowed = Set(sampling.tokens)
      for _ in 0..<20 {
        #expect(allowed.contains(sampler.sample(logits.span, count: logits.count) ?? -1), "case \(index)")
      }
    }
  }

  /// With chance and state: of XTC, and of Mirostat, whose bound follows the draws.
  @Test func seedsDrawWhatTheReferenceDraws() throws {
    let fixture = try Self.fixture.get()
    #expect(fixture.draws.count > 30)
    for (index, sampling) in fixture.draws.enumerated() {
      let logits = fixture.logits[sampling.logits].map { $0 ?? -.infinity }
      var sampler = Sampler(sampling.parameters)
      let drawn = sampling.tokens.map { _ in sampler.sample(logits.span, count: logits.count) }
      #expect(drawn == sampling.tokens, "draw \(index): \(sampling.parameters)")
    }
  }
}
