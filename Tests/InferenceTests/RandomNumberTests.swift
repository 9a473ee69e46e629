import Foundation
@testable import SwiftletInference
import Testing

/// The generator and the exponential function behind draws, which are the same on every platform.
@Suite struct RandomNumberTests {
  /// The numbers that other implementations publish for their tests.
  @Test func generatorGivesTheKnownNumbers() {
    var generator = SplitMix64(seed: 1_234_567)
    let known: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(known.map { _ in generator.next() } == known)
    var zero = SplitMix64(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
  }

  @Test func unitNumbersAreBelowOneAndEven() {
    var generator = SplitMix64(seed: 5)
    let numbers = (0..<100_000).map { _ in generator.nextUnit() }
    #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
    let mean: Double = numbers.reduce(0, +) / 100_000
    #expect(abs(mean - 0.5) < 0.004)
    for tenth in 0..<10 {
      let count: Int = numbers.count { Int($0 * 10) == tenth }
      #expect(abs(count - 10_000) < 400)
    }
  }

  @Test func exponentialIsThatOfTheSystem() {
    var worst = 0.0
    for step in 0...200_000 {
      let x = -Double(step) * 0.003449
      worst = max(worst, abs(exponential(x) - exp(x)) / exp(x))
    }
    #expect(worst <= 1e-15)
    #expect(exponential(0) == 1)
  }

  @Test func exponentialOfTheLowestIsZero() {
    for x in [-690.5, -1000, -.infinity, .nan] { #expect(exponential(x) == 0) }
    #expect(exponential(-689.9) > 0)
  }
}
