import SwiftletInference
import SwiftletKernels
import Testing

/// Logits of small random models against those of the reference implementation.
@Suite struct LogitsTests {
  /// Single precision here, double in the reference.
  static let exactTolerance = 1e-4
  /// Products with weights of 16 bits are in fixed point, where activations, and a little of the weights, are rounded.
  static let halfTolerance = 2e-2

  @Test(arguments: ModelFixture.exact)
  func floatModelsAgree(_ fixture: ModelFixture) throws {
    let expected = try fixture.expected()
    let deviation = Deviation(try logits(fixture.model(), expected.tokens), from: expected.logits)
    #expect(deviation.maximum <= Self.exactTolerance, "\(deviation)")
  }

  @Test(arguments: ModelFixture.halves)
  func halfPrecisionModelsAgree(_ fixture: ModelFixture) throws {
    let expected = try fixture.expected()
    let deviation = Deviation(try logits(fixture.model(), expected.tokens), from: expected.logits)
    #expect(deviation.maximum <= Self.halfTolerance, "\(deviation)")
  }

  /// Activations go through 8 bits, which the reference does not do.
  @Test(arguments: ModelFixture.quantized)
  func quantizedModelsAreClose(_ fixture: ModelFixture) throws {
    let expected = try fixture.expected()
    let deviation = Deviation(try logits(fixture.model(), expected.tokens), from: expected.logits)
    // The logits' standard deviation is about 1.5.
    #expect(deviation.mean <= 0.06 * 1.5, "\(deviation)")
    #expect(deviation.maximum <= 0.4, "\(deviation)")
    #expect(deviation.divergence <= 3e-3, "\(deviation)")
  }

  @Test(arguments: ModelFixture.exact, [(KeyValueType.f16, 2e-2), (.q8_0, 0.25)])
  func narrowCacheIsClose(_ fixture: ModelFixture, _ cache: (type: KeyValueType, tolerance: Double)) throws {
    let expected = try fixture.expected()
    let found = try logits(fixture.model(), expected.tokens, cache: cache.type)
    let deviation = Deviation(found, from: expected.logits)
    #expect(deviation.maximum <= cache.tolerance, "\(deviation)")
    #expect(deviation.maximum > 0)
  }

  @Test(arguments: ModelFixture.exact)
  func greedyContinuationIsTheReferences(_ fixture: ModelFixture) async throws {
    let expected = try fixture.expected()
    let request = GenerationRequest(
      prompt: expected.greedyPrompt, sampling: .greedy, maximumTokens: expected.greedy.count)
    #expect(try await fixture.engine().outcome(of: request).tokens == expected.greedy)
  }
}
