import Foundation
import Testing

@testable import SwiftletKernelsPortable

/// The portable exponential, which softmax and SiLU are made of.
@Suite struct ExponentialTests {
  @Test func relativeErrorIsBelowItsBound() {
    var generator = SeededGenerator(seed: 61)
    var arguments = generator.floats(100_000, magnitude: 87) + generator.floats(50_000)
    // Both sides of the places where the power of two changes.
    for n in -125...125 {
      let border = Float((Double(n) + 0.5) * log(2))
      arguments += [border.nextDown, border, border.nextUp, Float(Double(n) * log(2)), Float(n) / 2]
    }
    arguments += [-87, 87, Float(-87).nextUp, Float(87).nextDown]
    while arguments.count % 16 != 0 { arguments.append(1) }
    var worst = 0.0
    for start in stride(from: 0, to: arguments.count, by: 16) {
      let x = SIMD16<Float>(arguments[start..<start + 16])
      let result = exponential(x)
      for lane in 0..<16 {
        worst = max(worst, difference(Double(result[lane]) / exp(Double(x[lane])), 1, unit: 1))
      }
    }
    #expect(worst <= 2e-7)
  }

  @Test func zeroGivesOne() {
    #expect(exponential(SIMD16(repeating: 0)) == SIMD16(repeating: 1))
    #expect(exponential(SIMD16(repeating: -0.0)) == SIMD16(repeating: 1))
  }

  @Test(arguments: [87.5, 1000, Float.greatestFiniteMagnitude, .infinity])
  func argumentsOutsideTheRangeAreCut(_ x: Float) {
    #expect(exponential(SIMD16(repeating: x)) == exponential(SIMD16(repeating: 87)))
    #expect(exponential(SIMD16(repeating: -x)) == exponential(SIMD16(repeating: -87)))
  }
}
