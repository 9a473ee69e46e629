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
    for token in context.suffix(parameters.penaltyWindow) { accept(token) }
  }

  /// Takes note of a token that became part of the sequence.
  public mutating func accept(_ token: Int) {
    guard parameters.hasPenalties else { return }
    if window.count >= parameters.penaltyWindow { window.removeFirst() }
    window.append(token)
  }

  /// Chooses one of the first `count` tokens by their logits; the rest is padding of the table.
  ///
  /// A logit that is not a number counts as the lowest.
  public mutating func sample(_ logits: Span<Float>, count: Int) -> Int {
    let adjusted = Logits(logits, count: min(count, logits.count), penalties: penalties())
    guard parameters.temperature > 0 else { return adjusted.best }
    keepCandidates(of: adjusted)
    return draw()
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
    if isUnlimited && parameters.topP >= 1 {
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

  private mutating func draw() -> Int {
    let highest = candidates.reduce(-Float.infinity) { max($0, $1.logit) }
    let inverse = 1 / Double(parameters.temperature)
    func weight(_ candidate: Candidate) -> Double { exponential(Double(candidate.logit - highest) * inverse) }
    var rest = random.nextUnit() * candidates.reduce(0) { $0 + weight($1) }
    for candidate in candidates {
      rest -= weight(candidate)
      if rest < 0 { return candidate.token }
    }
    return candidates.last?.token ?? 0
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
