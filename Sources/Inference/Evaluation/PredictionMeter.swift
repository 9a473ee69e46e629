/// How well logits predict a text, and how far they are from the logits of a reference.
///
///     perplexity = exp(mean of −ln p(next token))
///     divergence = Σ p · (ln p − ln q)      p: the reference's probabilities, q: those of the logits
///
/// Sums over a vocabulary are exact to about 2⁻²¹ of a weight, see ``Logits``; a divergence to about 10⁻⁶.
public struct PredictionMeter: Sendable {
  /// How many tokens were predicted.
  public private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0
  private var referenceSum = 0.0
  private var agreements = 0
  /// The divergence at each position that had a reference.
  private var divergences: [Double] = []

  /// Creates a meter that has seen nothing.
  public init() {}

  /// Takes note of the logits at a position, of the token that follows there, and of the reference's logits.
  public mutating func add(_ logits: Span<Float>, next token: Int, reference: Span<Float>? = nil) {
    let own = Logits(logits)
    let normalizer = own.logarithmOfSum
    let surprise = normalizer - Double(logits[token])
    count += 1
    sum += surprise
    squares += surprise * surprise
    guard let reference else { return }
    let other = Logits(reference)
    let otherNormalizer = other.logarithmOfSum
    referenceSum += otherNormalizer - Double(reference[token])
    // Rounding can make it less than nothing.
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

  /// The perplexity by the reference's logits.
  public var referencePerplexity: Double { power(referenceSum / Double(divergences.count)) }

  /// The mean divergence; NaN without a reference.
  public var meanDivergence: Double { divergences.reduce(0, +) / Double(divergences.count) }

  /// The divergence that a part of all positions does not exceed, such as 0.99; NaN without a reference.
  public func divergence(quantile: Double) -> Double {
    guard !divergences.isEmpty else { return .nan }
    let place = Int((quantile * Double(divergences.count)).rounded(.up)) - 1
    return divergences.sorted()[min(max(place, 0), divergences.count - 1)]
  }

  /// The part of positions at which both find the same token the most likely; NaN without a reference.
  public var agreement: Double { Double(agreements) / Double(divergences.count) }
}

extension Logits {
  /// ln Σ exp(logit); not a number if the highest logit is not finite.
  fileprivate var logarithmOfSum: Double {
    highest.isFinite ? Double(highest) + logarithm(sumOfWeights(factor: 1)) : .nan
  }
}

/// eˣ, not a number where x is none.
private func power(_ x: Double) -> Double {
  x.isNaN ? .nan : x > 700 ? .infinity : exponential(x)
}
