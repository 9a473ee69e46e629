import SwiftletGGUF
import SwiftletInference
import Testing

/// Tests of recommended sampling parameters in files and of their precedence.
@Suite struct RecommendedSamplingTests {
  private func recommended(_ entries: [(String, GGUFValue)]) throws -> SamplingParameters {
    var metadata = GGUFMetadata()
    for (key, value) in entries { metadata["general.sampling." + key] = value }
    var parameters = SamplingParameters.standard
    parameters.apply(try SamplingOptions(recommendedBy: metadata))
    return parameters
  }

  @Test func withoutRecommendationsTheUsualHolds() throws {
    #expect(try recommended([]) == .standard)
  }

  @Test func everyKeyIsTakenOver() throws {
    let parameters = try recommended([
      ("temp", .float32(0.6)), ("top_k", .int32(20)), ("top_p", .float32(0.9)), ("min_p", .float32(0.01)),
      ("xtc_probability", .float32(0.25)), ("xtc_threshold", .float32(0.2)), ("penalty_repeat", .float32(1.5)),
      ("penalty_last_n", .int32(-1)), ("mirostat", .int32(2)), ("mirostat_tau", .float32(4)),
      ("mirostat_eta", .float32(0.5)),
    ])
    var expected = SamplingParameters(
      temperature: 0.6, topK: 20, topP: 0.9, minP: 0.01, repetitionPenalty: 1.5, penaltyWindow: .max)
    expected.xtc = .init(probability: 0.25, threshold: 0.2)
    expected.mirostat = .init(tau: 4, eta: 0.5)
    #expect(parameters == expected)
  }

  @Test func mirostatIsOnInItsSecondVersionOnly() throws {
    for version: Int32 in [0, 1] { #expect(try recommended([("mirostat", .int32(version))]).mirostat == nil) }
    #expect(try recommended([("mirostat_tau", .float32(3))]).mirostat == nil)
    #expect(try recommended([("mirostat", .int32(2))]).mirostat == .init())
  }

  @Test func stepsThatASequenceLacksAreOff() throws {
    let parameters = try recommended([
      ("sequence", .text("penalties;top_p;temperature")), ("top_k", .int32(9)), ("top_p", .float32(0.8)),
      ("penalty_repeat", .float32(1.25)),
    ])
    #expect(parameters.topK == 0 && parameters.topP == 0.8 && parameters.repetitionPenalty == 1.25)
    #expect(parameters.temperature == 0.7)
    #expect(try recommended([("sequence", .text("top_k"))]).temperature == 1)
    #expect(try recommended([("sequence", .text(""))]) == .standard)
  }

  @Test func aValueOfAnotherKindIsAnErrorThatNamesIt() {
    let error = #expect(throws: GGUFError.self) { try recommended([("temp", .text("hot"))]) }
    #expect(error?.subject == .key("general.sampling.temp"))
  }

  @Test func whatIsSaidLaterComesFirst() throws {
    var parameters = try recommended([("temp", .float32(0.6)), ("xtc_probability", .float32(0.5))])
    var overrides = SamplingOptions()
    (overrides.temperature, overrides.xtcThreshold, overrides.dryMultiplier) = (1.25, 0.3, 0.8)
    parameters.apply(overrides)
    #expect(parameters.temperature == 1.25)
    #expect(parameters.xtc == .init(probability: 0.5, threshold: 0.3))
    #expect(parameters.dry == .init(multiplier: 0.8))
    overrides = SamplingOptions()
    (overrides.xtcProbability, overrides.xtcThreshold, overrides.dryMultiplier) = (0, 0.1, 0)
    parameters.apply(overrides)
    #expect(parameters.xtc == nil && parameters.dry == nil)
  }
}
