import SwiftletGGUF
public import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The rotary position embedding (RoPE) of a layer's heads.
///
/// Source: Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021.
///
///     angle(pair, position) = position · base^(−2·pair / dimensions) / factor[pair]
///
/// For `factor`, which extends the context, see ``RotaryScaling``.
public struct RotaryEmbedding: Sendable, Equatable {
  /// The layout of the pairs in a head.
  public var pairing: QKVEpilogue.Pairing
  /// The frequency of each pair, in radians a position.
  public var frequencies: [Double]
  /// The frequencies for sequences that may exceed ``shortContext``; nil if they are the same.
  public var longFrequencies: [Double]?
  /// The maximum length of sequences that use ``frequencies`` rather than ``longFrequencies``.
  public var shortContext: Int
  /// The scale of rotated queries and keys.
  public var magnitude: Double
  /// The division of pairs among the sections of positions (M-RoPE); nil for one position.
  var sections: RotarySections?

  /// Reads the embedding of an architecture.
  ///
  /// - Parameters:
  ///   - keys: The hyperparameters.
  ///   - pairing: The layout of the pairs.
  ///   - headWidth: The width of a head, of which a part may be rotated.
  ///   - widthKey: The key of the number of rotated elements.
  ///   - baseKey: The key of the base.
  ///   - defaultBase: The base if the file has no such key.
  ///   - isScaled: True if the file's scaling for extended contexts applies.
  ///   - yarnTruncates: True if YaRN rounds the ends of its ramp to whole pairs.
  /// - Throws: ``InferenceError`` naming a key or tensor that is missing or out of range.
  init(
    _ keys: ArchitectureKeys, pairing: QKVEpilogue.Pairing, headWidth: Int, widthKey: String = "rope.dimension_count",
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

  /// Writes the cosine and sine of each pair at a position to a row.
  ///
  /// Angles are computed in double precision, since a float loses the fraction of a turn at position 100,000.
  /// `capacity` is the maximum length of the sequence: it selects between short and long frequencies, rather than the
  /// current length, so that keys in the cache stay valid.
  func writeAngles(position: Int, capacity: Int, to row: inout MutableSpan<Float>) {
    let isLong = capacity > shortContext
    for (pair, frequency) in (isLong ? longFrequencies ?? frequencies : frequencies).enumerated() {
      let angle = Double(position) * frequency
      row[2 * pair] = Float(magnitude * cos(angle))
      row[2 * pair + 1] = Float(magnitude * sin(angle))
    }
  }

  /// Writes the cosine and sine of each pair at a position with sections.
  func writeAngles(position: RotaryPosition, capacity: Int, to row: inout MutableSpan<Float>) {
    let isLong = capacity > shortContext
    for (pair, frequency) in (isLong ? longFrequencies ?? frequencies : frequencies).enumerated() {
      let angle = Double(sections?.position(of: pair, position) ?? position.temporal) * frequency
      row[2 * pair] = Float(magnitude * cos(angle))
      row[2 * pair + 1] = Float(magnitude * sin(angle))
    }
  }
}
