public import SwiftletGuides

/// Chooses a sequence's next tokens.
///
/// A sampler belongs to one sequence: it remembers the last tokens for the penalties and the state of the generator.
/// The vocabulary is never sorted: top-k keeps a heap of k, top-p grows such a heap until the sum is reached.
public struct Sampler: Sendable {
  private let parameters: SamplingParameters
  private var random: SplitMix64
  private var window: [Int] = []
  private var candidates: [Candidate] = []

  /// Creates a sampler; `context` are the tokens so far, which the penalties look at.
  public init(_ parameters: SamplingParameters, context: some Collection<Int> = []) {
    self.parameters = parameters
    random = SplitMix64(seed: parameters.seed ?? UInt64.random(in: .min ... .max))
    for token in context.suffix(max(0, parameters.penaltyWindow)) { accept(token) }
  }

  /// Takes note of a token that became part of the sequence.
  public mutating func accept(_ token: Int) {
    guard parameters.hasPenalties else { return }
    if window.count >= parameters.penaltyWindow { window.removeFirst() }
    window.append(token)
  }

  /// Chooses one of the first `count` tokens by their logits; the rest is padding of the table.
  ///
  /// A logit that is not a number counts as the lowest. With a mask, only its tokens can be chosen, and everything else
  /// is as if the others did not exist.
  public mutating func sample(_ logits: Span<Float>, count: Int, mask: TokenMask? = nil) -> Int {
    let adjusted = Logits(logits, count: min(count, logits.count), penalties: penalties(), mask: mask)
    // Without a finite maximum there are no differences to it that a draw could go by.
    guard parameters.temperature > 0, adjusted.highest.isFinite else { return adjusted.best }
    keepCandidates(of: adjusted)
    return draw()
  }

  /// The tokens that ``sample(_:count:)`` draws from, with their probabilities.
  mutating func probabilities(_ logits: Span<Float>, count: Int) -> [(token: Int, probability: Double)] {
    keepCandidates(of: Logits(logits, count: min(count, logits.count), penalties: penalties(), mask: nil))
    let weights = weights()
    let sum = weights.reduce(0, +)
    return zip(candidates, weights).map { ($0.token, $1 / sum) }
  }
}

extension Sampler {
  /// What the penalties add to or multiply with the logits of tokens in the window.
  private func penalties() -> [Int: Penalty] {
    guard parameters.hasPenalties else { return [:] }
    var counts: [Int: Int] = [:]
    for token in window { counts[token, default: 0] += 1 }
    return counts.mapValues { count in
      Penalty(
        factor: parameters.repetitionPenalty,
        reduction: Float(count) * parameters.frequencyPenalty + parameters.presencePenalty)
    }
  }

  /// Fills `candidates`, most likely first, with what top-k, top-p and min-p leave.
  private mutating func keepCandidates(of logits: borrowing Logits) {
    let highest = logits.highest
    let isUnlimited = parameters.topK <= 0 || parameters.topK >= logits.count
    if isUnlimited && !(parameters.topP < 1) {
      let floor = parameters.minP > 0 ? highest + Float(logarithm(Double(parameters.minP))) : -.infinity
      candidates = logits.candidates(atLeast: floor)
    } else {
      var size = isUnlimited ? min(64, logits.count) : parameters.topK
      logits.fillTop(size, into: &candidates)
      if parameters.topP < 1 {
        // Top-p comes after top-k: the probabilities are those among the tokens that are left.
        let total = isUnlimited ? logits.sumOfExponentials(above: highest) : candidates.sumOfExponentials(highest)
        while isUnlimited, size < logits.count,
          candidates.sumOfExponentials(highest) < Double(parameters.topP) * total
        {
          size = min(size * 4, logits.count)
          logits.fillTop(size, into: &candidates)
        }
        keepNucleus(total: total, highest)
      }
      if parameters.minP > 0 {
        let floor = highest + Float(logarithm(Double(parameters.minP)))
        candidates.removeAll { $0.logit < floor }
      }
    }
    if candidates.isEmpty { candidates = [Candidate(token: logits.best, logit: highest)] }
  }

  private mutating func keepNucleus(total: Double, _ highest: Float) {
    var sum = 0.0
    for (index, candidate) in candidates.enumerated() {
      sum += exponential(Double(candidate.logit - highest))
      if sum >= Double(parameters.topP) * total {
        candidates.removeSubrange((index + 1)...)
        return
      }
    }
  }

  /// exp((logit − highest) / temperature) of each candidate.
  private func weights() -> [Double] {
    let highest = candidates.reduce(-Float.infinity) { max($0, $1.logit) }
    let inverse = 1 / Double(parameters.temperature)
    return candidates.map { exponential(Double($0.logit - highest) * inverse) }
  }

  private mutating func draw() -> Int {
    let weights = weights()
    var rest = random.nextUnit() * weights.reduce(0, +)
    var drawn = 0
    // Should rounding leave a rest, the last token with a weight has it: never one that was ruled out.
    for (candidate, weight) in zip(candidates, weights) where weight > 0 {
      drawn = candidate.token
      rest -= weight
      if rest < 0 { break }
    }
    return drawn
  }
}

/// ln x for x in (0, 1], by Newton's method on ``exponential(_:)``.
private func logarithm(_ x: Double) -> Double {
  guard x > 0 else { return -.infinity }
  var y = Double(x.exponent) * 0.6931471805599453
  for _ in 0..<40 {
    let power = exponential(y)
    let step = 2 * (x - power) / (x + power)
    y += step
    if abs(step) < 1e-15 { break }
  }
  return y
}
