#if PORTABLE || (AVX && arch(x86_64)) || (NEON && arch(arm64))
  package import SwiftletKernelInterface

  /// Portable activation functions of feed-forward networks, with an absolute error below 3·10⁻⁷ · (1 + |x|).
  ///
  ///     silu(x) = x / (1 + e^−x)              gelu(x) = x/2 · (1 + erf(x/√2))
  ///     geluTanh(x) = x / (1 + e^−2u)         with u = √(2/π) · (x + 0.044715 x³), the tanh written as a sigmoid
  ///     reluSquared(x) = max(x, 0)²           sigmoid(x) = 1 / (1 + e^−x)
  ///     clamped(x, y) = g / (1 + e^−1.702 g) · (1 + min(max(y, −7), 7))   with g = min(x, 7) (gpt-oss)
  extension Vectors {
    /// Computes `function(x) · factors`, or `function(x)` without factors; the output may alias either input.
    @inline(never)
    package static func apply(
      _ function: GateFunction, to x: UnsafePointer<Float>, times factors: UnsafePointer<Float>?, count: Int,
      into output: UnsafeMutablePointer<Float>
    ) {
      switch function {
      case .silu: gate(x, factors, count, output) { $0 / (1 + exponential(-$0)) * $1 }
      case .geluTanh: gate(x, factors, count, output) { geluTanh($0) * $1 }
      case .gelu: gate(x, factors, count, output) { $0 * 0.5 * (1 + errorFunction($0 * 0.707_106_77)) * $1 }
      case .reluSquared:
        gate(x, factors, count, output) {
          let positive = $0.replacing(with: 0, where: $0 .< 0)
          return positive * positive * $1
        }
      case .sigmoid: gate(x, factors, count, output) { 1 / (1 + exponential(-$0)) * $1 }
      case .clamped: gate(x, factors, count, output, clampedGate)
      }
    }

    /// Computes `x = cap · tanh(x / cap)` in place, with tanh x = 1 − 2 / (exp 2x + 1).
    @inline(never)
    package static func softCap(_ x: UnsafeMutablePointer<Float>, cap: Float, count: Int) {
      let ones = SIMD16<Float>(repeating: 1)
      gate(x, nil, count, x) { value, _ in cap * (ones - 2 / (exponential(value * (2 / cap)) + 1)) }
    }
  }

  @inline(__always)
  private func gate(
    _ x: UnsafePointer<Float>, _ factors: UnsafePointer<Float>?, _ count: Int, _ output: UnsafeMutablePointer<Float>,
    _ function: (SIMD16<Float>, SIMD16<Float>) -> SIMD16<Float>
  ) {
    let whole = count / 16 * 16
    guard let factors else {
      let ones = SIMD16<Float>(repeating: 1)
      for start in stride(from: 0, to: whole, by: 16) {
        storeVector(function(loadVector(x + start), ones), output + start)
      }
      for index in whole..<count { output[index] = function(SIMD16(repeating: x[index]), ones)[0] }
      return
    }
    for start in stride(from: 0, to: whole, by: 16) {
      storeVector(function(loadVector(x + start), loadVector(factors + start)), output + start)
    }
    for index in whole..<count {
      output[index] = function(SIMD16(repeating: x[index]), SIMD16(repeating: factors[index]))[0]
    }
  }

  @inline(__always)
  private func geluTanh(_ x: SIMD16<Float>) -> SIMD16<Float> {
    let u = x * 0.797_884_56 * (1 + x * x * 0.044_715)
    return x / (1 + exponential(-2 * u))
  }

  @inline(__always)
  private func clampedGate(_ x: SIMD16<Float>, _ y: SIMD16<Float>) -> SIMD16<Float> {
    let g = x.replacing(with: 7, where: x .> 7)
    let upper = y.replacing(with: 7, where: y .> 7)
    let linear = upper.replacing(with: -7, where: upper .< -7)
    return g / (1 + exponential(g * -1.702)) * (1 + linear)
  }

  /// The error function with an absolute error below 1.5·10⁻⁷ (Abramowitz and Stegun, 7.1.26).
  @inline(__always)
  private func errorFunction(_ x: SIMD16<Float>) -> SIMD16<Float> {
    let size = x.replacing(with: -x, where: x .< 0)
    let t = 1 / (1 + size * 0.327_591_1)
    var series = SIMD16<Float>(repeating: 1.061_405_429)
    series = series * t - 1.453_152_027
    series = series * t + 1.421_413_741
    series = series * t - 0.284_496_736
    series = series * t + 0.254_829_592
    let result = 1 - series * t * exponential(-size * size)
    return result.replacing(with: -result, where: x .< 0)
  }
#endif
