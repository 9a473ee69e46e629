import SwiftletGGUF

/// Measures the perplexity of logits on a text, and their KL divergence from the logits of a reference.
///
///     perplexity = exp(mean of −ln p(next token))
///     divergence = Σ p · (ln p − ln q)      p: the reference's probabilities, q: those of the logits
///
/// Sums over a vocabulary are exact to about 2⁻²¹ of a weight, see ``Logits``; a divergence to about 10⁻⁶.
public struct PerplexityMeter: Sendable {
  /// The number of predicted tokens.
  public private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0
  private var referenceSum = 0.0
  private var agreements = 0
  /// The divergence at each position that had a reference.
  private var divergences: [Double] = []

  /// Creates a meter without measurements.
  public init() {}

  /// Adds the logits at a position, the token that follows, and the reference's logits.
  public mutating func add(_ logits: Span<Float>, next token: Int, reference: Span<Float>? = nil) {
    let own = Logits(logits)
    let normalizer = own.logarithmOfSum
    let surprisal = normalizer - Double(logits[token])
    count += 1
    sum += surprisal
    squares += surprisal * surprisal
    guard let reference else { return }
    let other = Logits(reference)
    let otherNormalizer = other.logarithmOfSum
    referenceSum += otherNormalizer - Double(reference[token])
    // Rounding errors can make it negative.
    divergences.append(max(0, other.meanDifference(to: logits) + normalizer - otherNormalizer))
    if own.best == other.best { agreements += 1 }
  }

  /// The perplexity of the text; NaN if nothing was predicted.
  public var perplexity: Double { power(sum / Double(count)) }

  /// The standard error of the perplexity.
  public var standardError: Double {
    let (mean, count) = (sum / Double(count), Double(count))
    let variance = squares / count - mean * mean
    return perplexity * (max(0, variance) / max(1, count - 1)).squareRoot()
  }

  /// The perplexity of the reference.
  public var referencePerplexity: Double { power(referenceSum / Double(divergences.count)) }

  /// The mean divergence; NaN without a reference.
  public var meanDivergence: Double { divergences.reduce(0, +) / Double(divergences.count) }

  /// Returns a quantile of the divergences, such as 0.99; NaN without a reference.
  public func divergence(quantile: Double) -> Double {
    guard !divergences.isEmpty else { return .nan }
    let index = Int(clamping: (quantile * Double(divergences.count)).rounded(.up) - 1)
    return divergences.sorted()[min(max(index, 0), divergences.count - 1)]
  }

  /// The fraction of positions at which both have the same most likely token; NaN without a reference.
  public var agreement: Double { Double(agreements) / Double(divergences.count) }
}

/// Returns eˣ; NaN for NaN.
private func power(_ x: Double) -> Double {
  x.isNaN ? .nan : x > 700 ? .infinity : exponential(x)
}
