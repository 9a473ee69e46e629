import SwiftletInference
import Testing

/// Sampling where the outcome is plain or the input is odd.
@Suite struct SamplerTests {
  /// A sampler's choice.
  private func sample(_ logits: [Float], _ parameters: SamplingParameters, count: Int? = nil) -> Int {
    var sampler = Sampler(parameters)
    return sampler.sample(logits.span, count: count ?? logits.count) ?? -1
  }

  /// Without a limit on the tokens.
  private func free(
    temperature: Float = 1, topK: Int = 0, topP: Float = 1, minP: Float = 0, seed: UInt64? = nil
  ) -> SamplingParameters {
    SamplingParameters(temperature: temperature, topK: topK, topP: topP, minP: minP, seed: seed)
  }

  @Test func greedyTakesTheFirstOfEquals() {
    #expect(sample([1, 3, 3, 2, 3], .greedy) == 1)
    #expect(sample([0, 0, 0], .greedy) == 0)
    #expect(sample([-5, -.infinity, -4], .greedy) == 2)
  }

  @Test(arguments: [-1, 0, .nan] as [Float])
  func noTemperatureIsGreedy(_ temperature: Float) {
    #expect(sample([1, 2, 5, 4], free(temperature: temperature)) == 2)
  }

  @Test func paddingOfTheTableIsNeverChosen() {
    #expect(sample([1, 2, 50, 60], .greedy, count: 2) == 1)
    for seed: UInt64 in 0..<100 { #expect(sample([1, 2, 50, 60], free(seed: seed), count: 2) < 2) }
    #expect(sample([1, 2], .greedy, count: 9) == 1)
  }

  @Test func whatIsNotANumberIsNeverChosen() {
    let logits: [Float] = [.nan, 1, -.nan, 1.5, .signalingNaN]
    #expect(sample(logits, .greedy) == 3)
    for seed: UInt64 in 0..<100 {
      for parameters in [free(seed: seed), free(topK: 3, seed: seed), free(topP: 0.99, seed: seed)] {
        #expect([1, 3].contains(sample(logits, parameters)))
      }
    }
  }

  @Test func whatWasRuledOutIsNeverDrawn() {
    let logits: [Float] = [-.infinity, 0, -.infinity, -80, -.infinity]
    for seed: UInt64 in 0..<200 {
      for parameters in [free(temperature: 50, seed: seed), free(topK: 4, seed: seed), free(topP: 0.999, seed: seed)] {
        #expect([1, 3].contains(sample(logits, parameters)))
      }
    }
  }

  private let usual: [SamplingParameters] = [
    .greedy, SamplingParameters(), SamplingParameters(temperature: 1, topK: 2, topP: 1, minP: 0, seed: 1),
    SamplingParameters(temperature: 1, topK: 0, topP: 0.5, minP: 0.1, seed: 1),
  ]

  @Test(arguments: [-.infinity, .nan] as [Float])
  func ofLogitsWithoutAFiniteOneNoTokenIsChosen(_ logit: Float) {
    for var parameters in usual {
      let logits = [logit, logit, logit]
      var sampler = Sampler(parameters)
      #expect(sampler.sample(logits.span, count: 3) == nil)
      // Penalties and bias of other tokens do not hide it.
      (parameters.logitBias, parameters.presencePenalty) = ([1: 5], 1)
      var adjusting = Sampler(parameters, context: [0, 2])
      #expect(adjusting.sample(logits.span, count: 3) == nil)
    }
  }

  @Test func ofInfiniteLogitsNoTokenIsChosen() {
    let logits: [Float] = [5, 7, .infinity, 3, .infinity]
    for parameters in usual {
      var sampler = Sampler(parameters, context: [1])
      #expect(sampler.sample(logits.span, count: 5) == nil)
    }
  }

  @Test func anInfiniteBiasOfTheCallerIsNoErrorOfTheModel() {
    for var parameters in usual {
      parameters.logitBias = [2: .infinity]
      #expect(sample([5, 7, 0, 3], parameters) == 2)
      parameters.logitBias = [0: -.infinity, 1: -.infinity, 2: -.infinity, 3: -.infinity]
      #expect(sample([5, 7, 0, 3], parameters) == 0)
    }
  }

  @Test func oddParametersAreHarmless() {
    let logits: [Float] = [1, 2, 5, 4]
    #expect(sample(logits, free(topK: 1)) == 2)
    #expect(sample(logits, free(topP: 0)) == 2)
    #expect(sample(logits, free(topP: -3)) == 2)
    #expect(sample(logits, free(minP: 2)) == 2)
    #expect(sample(logits, free(minP: .infinity)) == 2)
    #expect(sample(logits, free(temperature: .leastNonzeroMagnitude)) == 2)
    for value in [Float.nan, .infinity, -.infinity] {
      var all = SamplingParameters(temperature: value, topK: -4, topP: value, minP: value, penaltyWindow: -9)
      all.repetitionPenalty = value
      all.frequencyPenalty = value
      var sampler = Sampler(all, context: [1, 1, 2])
      sampler.accept(3)
      #expect((0..<4).contains(sampler.sample(logits.span, count: 4) ?? -1))
      all.penaltyWindow = .max
      var other = Sampler(all, context: [1, 1, 2])
      #expect((0..<4).contains(other.sample(logits.span, count: 4) ?? -1))
    }
  }

  @Test func aSeedGivesTheSameDrawsAndAnotherOthers() {
    let logits = (0..<50).map { Float($0 % 7) * 0.3 }
    func draws(_ seed: UInt64?) -> [Int] {
      var sampler = Sampler(free(seed: seed))
      return (0..<40).map { _ in sampler.sample(logits.span, count: 50) ?? -1 }
    }
    #expect(draws(1) == draws(1) && draws(1) != draws(2))
    #expect(draws(nil) != draws(nil))
    // Written down, because a seed's text must not change with the version or the machine.
    #expect(draws(1).prefix(8) == [27, 38, 48, 23, 23, 39, 44, 26])
  }

  @Test func drawsAreAsFrequentAsTheyAreLikely() {
    let logits: [Float] = [0, 1, 2, -1, 0.5]
    let weights = logits.map { exponentials[$0] ?? 0 }
    let count = 40_000
    var sampler = Sampler(free(seed: 99))
    var found = [0, 0, 0, 0, 0]
    for _ in 0..<count { found[sampler.sample(logits.span, count: 5) ?? 0] += 1 }
    for token in logits.indices {
      let likelihood = weights[token] / weights.reduce(0, +)
      let deviation = (Double(count) * likelihood * (1 - likelihood)).squareRoot()
      #expect(abs(Double(found[token]) - Double(count) * likelihood) < 4 * deviation)
    }
  }

  private let exponentials: [Float: Double] = [
    0: 1, 1: 2.718281828459045, 2: 7.38905609893065, -1: 0.36787944117144233, 0.5: 1.6487212707001282,
  ]

  @Test func penaltiesSeeTheWindowOnly() {
    var parameters = SamplingParameters.greedy
    (parameters.presencePenalty, parameters.penaltyWindow) = (10, 2)
    var sampler = Sampler(parameters, context: [0, 1, 2])
    let logits: [Float] = [4, 3, 2, 1]
    #expect(sampler.sample(logits.span, count: 4) == 0)
    sampler.accept(0)
    #expect(sampler.sample(logits.span, count: 4) == 1)
    sampler.accept(1)
    #expect(sampler.sample(logits.span, count: 4) == 2)
  }
}
