import SwiftletGGUF
import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Rotary position embedding: the angle by which each pair of a head turns at a position.
///
/// Source: Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021.
///
///     angle(pair, position) = position · base^(−2·pair / dimensions) / factor[pair]
///
/// `factor` covers the scalings: none (1), linear (the same for all pairs), llama3 (from the file's `rope_freqs`).
public struct RotaryEmbedding: Sendable, Equatable {
  /// Radians a position for each pair.
  public var frequencies: [Double]

  /// Reads the embedding of an architecture.
  init(_ keys: ArchitectureKeys, headWidth: Int) throws(InferenceError) {
    let dimensions = try keys.integer("rope.dimension_count", in: 2...headWidth, default: headWidth)
    guard dimensions % 2 == 0 else {
      throw keys.error("rope.dimension_count", found: "\(dimensions)", expected: "an even number")
    }
    let base = try keys.positive("rope.freq_base", below: 1e15, default: 10_000)
    let factors = try Self.factors(keys, pairs: dimensions / 2)
    frequencies = (0..<dimensions / 2).map { pow(base, -2 * Double($0) / Double(dimensions)) / factors[$0] }
  }

  private static func factors(_ keys: ArchitectureKeys, pairs: Int) throws(InferenceError) -> [Double] {
    var linear = 1.0
    switch try keys.string("rope.scaling.type") ?? "linear" {
    case "none":
      break
    case "llama3":
      guard keys.file["rope_freqs.weight"] != nil else {
        throw keys.error("rope.scaling.type", found: "llama3 and no rope_freqs.weight", expected: "both or neither")
      }
    case "linear":
      linear = try keys.positive("rope.scaling.factor", below: 1e6, default: 1)
      if keys.file.metadata[keys.name("rope.scaling.factor")] == nil {
        linear = try keys.positive("rope.scale_linear", below: 1e6, default: 1)
      }
    case let other:
      throw keys.error("rope.scaling.type", found: other, expected: "none, linear or llama3")
    }
    guard let tensor = keys.file["rope_freqs.weight"] else { return Array(repeating: linear, count: pairs) }
    let factors = try wrapping { () throws(GGUFError) in
      try tensor.require(dimensions: [pairs])
      return try tensor.floats()
    }
    guard factors.allSatisfy({ $0.isFinite && $0 > 0 }) else {
      throw .unsupportedFeature(
        file: keys.file.path, found: "a factor in rope_freqs.weight that is not positive", expected: "positive factors")
    }
    return factors.map { Double($0) * linear }
  }

  /// Writes cosine and sine of each pair at a position to a row.
  ///
  /// The angle is reduced in double precision: at position 100,000 a float has lost its fractional turns.
  func writeAngles(position: Int, to row: inout MutableSpan<Float>) {
    for (pair, frequency) in frequencies.enumerated() {
      let angle = Double(position) * frequency
      row[2 * pair] = Float(cos(angle))
      row[2 * pair + 1] = Float(sin(angle))
    }
  }
}
