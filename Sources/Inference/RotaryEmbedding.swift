import SwiftletGGUF
public import SwiftletKernels

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
/// How `factor` covers the ways in which contexts are extended is told by ``RotaryScaling``.
public struct RotaryEmbedding: Sendable, Equatable {
  /// How the two elements of a pair lie in a head.
  public var pairing: HeadSteps.Pairing
  /// Radians a position for each pair.
  public var frequencies: [Double]
  /// The same for sequences that may become longer than ``shortContext``, where they are others.
  public var longFrequencies: [Double]?
  /// The longest sequence that ``frequencies`` are meant for, where there are others for longer ones.
  public var shortContext: Int
  /// What rotated queries and keys are multiplied with.
  public var magnitude: Double

  /// Reads the embedding of an architecture.
  ///
  /// - Parameters:
  ///   - keys: The hyper-parameters.
  ///   - pairing: How pairs lie.
  ///   - headWidth: The length of a head, of which a part may be rotated.
  ///   - widthKey: The key of how many elements are rotated.
  ///   - baseKey: The key of the base.
  ///   - defaultBase: The base where the file does not give it.
  ///   - isScaled: Whether what the file says of extended contexts counts.
  ///   - yarnTruncates: Whether YaRN rounds the ends of its ramp to whole pairs.
  /// - Throws: ``InferenceError`` naming a key or tensor that is missing or out of range.
  init(
    _ keys: ArchitectureKeys, pairing: HeadSteps.Pairing, headWidth: Int, widthKey: String = "rope.dimension_count",
    baseKey: String = "rope.freq_base", defaultBase: Double = 10_000, isScaled: Bool = true, yarnTruncates: Bool = true
  ) throws(InferenceError) {
    if isScaled {
      for name in ["rope_freqs.weight", "rope_factors_short.weight"] {
        try keys.checkAssumption(widthKey, headWidth, shownBy: name) { 2 * $0.columns }
      }
    }
    let dimensions = try keys.integer(widthKey, in: 2...headWidth, default: headWidth)
    guard dimensions % 2 == 0 else {
      throw keys.error(widthKey, found: "\(dimensions)", expected: "an even number")
    }
    let base = try keys.positive(baseKey, below: 1e15, default: defaultBase)
    let plain = (0..<dimensions / 2).map { pow(base, -2 * Double($0) / Double(dimensions)) }
    self.pairing = pairing
    (frequencies, longFrequencies, shortContext, magnitude) = (plain, nil, .max, 1)
    guard isScaled else { return }
    switch try RotaryScaling(keys, pairs: dimensions / 2) {
    case .factors(let factors): frequencies = zip(plain, factors).map { $0 / $1 }
    case .yarn(let yarn):
      frequencies = yarn.frequencies(plain, base: base, truncates: yarnTruncates)
      magnitude = yarn.magnitude
    case .long(let scaling):
      frequencies = zip(plain, scaling.short).map { $0 / $1 }
      longFrequencies = zip(plain, scaling.long).map { $0 / $1 }
      (shortContext, magnitude) = (scaling.originalContext, scaling.magnitude)
    }
  }

  /// Writes cosine and sine of each pair at a position to a row.
  ///
  /// The angle is reduced in double precision: at position 100,000 a float has lost its fractional turns. `capacity` is
  /// the length that the sequence may have: it, and not the length so far, chooses between short and long frequencies,
  /// so that keys that have been stored stay valid.
  func writeAngles(position: Int, capacity: Int, to row: inout MutableSpan<Float>) {
    let isLong = capacity > shortContext
    for (pair, frequency) in (isLong ? longFrequencies ?? frequencies : frequencies).enumerated() {
      let angle = Double(position) * frequency
      row[2 * pair] = Float(magnitude * cos(angle))
      row[2 * pair + 1] = Float(magnitude * sin(angle))
    }
  }
}
