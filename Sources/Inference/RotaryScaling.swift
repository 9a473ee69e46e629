import SwiftletGGUF

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The scaling of a rotary embedding for contexts longer than in pre-training.
enum RotaryScaling {
  /// Frequencies are divided by factors: all by the same (linear), or by those of `rope_freqs` (llama3).
  case factors([Double])
  /// Peng et al., "YaRN: Efficient Context Window Extension of Large Language Models", 2023.
  case yarn(YaRN)
  /// Ding et al., "LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens", 2024.
  case long(LongRope)

  struct YaRN {
    var factor: Double
    var originalContext: Double
    var fast: Double
    var slow: Double
    var magnitude: Double

    /// Returns scaled frequencies: unchanged for fast pairs, divided for slow ones, and blended on the ramp between.
    func frequencies(_ plain: [Double], base: Double, truncates: Bool) -> [Double] {
      let dimensions = Double(2 * plain.count)
      func pair(turning turns: Double) -> Double {
        dimensions * log(originalContext / (turns * 2 * .pi)) / (2 * log(base))
      }
      var (low, high) = (pair(turning: fast), pair(turning: slow))
      if truncates { (low, high) = (low.rounded(.down), high.rounded(.up)) }
      (low, high) = (max(low, 0), min(high, dimensions - 1))
      if low == high { high += 0.001 }
      return plain.enumerated().map { index, frequency in
        let ramp = min(max((Double(index) - low) / (high - low), 0), 1)
        return frequency / factor * ramp + frequency * (1 - ramp)
      }
    }
  }

  struct LongRope {
    var short: [Double]
    var long: [Double]
    var originalContext: Int
    var magnitude: Double
  }

  init(_ keys: ArchitectureKeys, pairs: Int) throws(InferenceError) {
    let hasLongFactors = ["long", "short"].contains { keys.file["rope_factors_\($0).weight"] != nil }
    let kind = try keys.string("rope.scaling.type") ?? (hasLongFactors ? "longrope" : "linear")
    switch kind {
    case "none":
      self = .factors(try Self.factors("rope_freqs.weight", keys, pairs) ?? Array(repeating: 1, count: pairs))
    case "llama3":
      guard let factors = try Self.factors("rope_freqs.weight", keys, pairs) else {
        throw keys.error("rope.scaling.type", found: "llama3 and no rope_freqs.weight", expected: "both or neither")
      }
      self = .factors(factors)
    case "linear":
      var factor = try keys.positive("rope.scaling.factor", below: 1e6, default: 1)
      if keys.isAbsent("rope.scaling.factor") {
        factor = try keys.positive("rope.scale_linear", below: 1e6, default: 1)
      }
      let factors = try Self.factors("rope_freqs.weight", keys, pairs) ?? Array(repeating: 1, count: pairs)
      self = .factors(factors.map { $0 * factor })
    case "yarn":
      let factor = try keys.positive("rope.scaling.factor", below: 1e6)
      let bonus = try keys.positive("rope.scaling.yarn_attn_factor", below: 1e3, default: 1)
      self = .yarn(
        YaRN(
          factor: factor,
          originalContext: Double(try keys.integer("rope.scaling.original_context_length", in: 1...1 << 30)),
          fast: try keys.positive("rope.scaling.yarn_beta_fast", below: 1e6, default: 32),
          slow: try keys.positive("rope.scaling.yarn_beta_slow", below: 1e6, default: 1),
          magnitude: try keys.positive("rope.scaling.attn_factor", below: 1e3, default: bonus)
            * (1 + 0.1 * log(max(factor, 1)))))
    case "longrope":
      guard let short = try Self.factors("rope_factors_short.weight", keys, pairs),
        let long = try Self.factors("rope_factors_long.weight", keys, pairs)
      else {
        throw keys.error(
          "rope.scaling.type", found: "longrope without rope_factors_short.weight and rope_factors_long.weight",
          expected: "all or none")
      }
      self = .long(
        LongRope(
          short: short, long: long,
          originalContext: try keys.integer("rope.scaling.original_context_length", in: 1...1 << 30),
          magnitude: try keys.positive("rope.scaling.attn_factor", below: 1e3, default: 1)))
    case let other:
      throw keys.error("rope.scaling.type", found: other, expected: "none, linear, llama3, yarn or longrope")
    }
  }

  /// Reads the factors from a tensor; nil if the file has no such tensor.
  private static func factors(
    _ name: String, _ keys: ArchitectureKeys, _ pairs: Int
  ) throws(InferenceError) -> [Double]? {
    guard let tensor = keys.file[name] else { return nil }
    let factors = try wrapping { () throws(GGUFError) in
      try tensor.require(dimensions: [pairs])
      return try tensor.floats()
    }
    guard factors.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .unsupportedFeature(
        file: keys.file.path, found: "a factor in \(name) that is not positive", expected: "positive factors")
    }
    return factors.map { Double($0) }
  }
}
