// The samplers that truncate the vocabulary to the candidates.

extension SamplingParameters {
  /// Returns the candidates after top-n-sigma, top-k, typical-p, top-p and min-p, at least one.
  func candidates(of logits: borrowing Logits) -> [Candidate] {
    let highest = logits.highest
    let floor = topNSigma > 0 ? highest - Float(Double(topNSigma) * logits.standardDeviation()) : -.infinity
    let minimum = minP > 0 ? highest + Float(logarithm(Double(minP))) : -.infinity
    let isUnlimited = topK <= 0 || topK >= logits.count
    if isUnlimited, !(typicalP < 1) {
      // The vocabulary is not copied: only tokens within all bounds are collected.
      let end = topP < 1 ? logits.endOfNucleus(Double(topP), atLeast: floor) : nil
      var candidates = logits.candidates(atLeast: max(floor, minimum, end?.logit ?? -.infinity))
      if let end { candidates.removeAll { end.isBetter(than: $0) } }
      return candidates.isEmpty ? [logits.mostLikely] : candidates
    }
    var candidates = isUnlimited ? logits.candidates(atLeast: floor) : logits.top(topK, atLeast: floor)
    if typicalP < 1 { candidates.keepTypical(Double(typicalP)) }
    if topP < 1 {
      if typicalP < 1 { candidates.sort { $0.isBetter(than: $1) } }
      candidates.keepNucleus(Double(topP))
    }
    if minP > 0 {
      // Relative to the best candidate, as typical-p may have removed the most likely token.
      let minimum = typicalP < 1 ? minimum - (highest - candidates.highest) : minimum
      candidates.removeAll { $0.logit < minimum }
    }
    return candidates.isEmpty ? [logits.mostLikely] : candidates
  }
}

extension Logits {
  fileprivate var mostLikely: Candidate { Candidate(token: best ?? 0, logit: highest) }

  /// Returns the tokens with a surprisal −log₂ p of at most a number of bits, or else the most likely one.
  func candidates(maximumSurprisal bits: Double, temperature: Double) -> [Candidate] {
    let total = sumOfWeights(factor: Float(1 / temperature))
    let distance = temperature * (bits * 0.6931471805599453 - logarithm(total))
    let candidates = distance >= 0 ? candidates(atLeast: highest - Float(distance)) : []
    return candidates.isEmpty ? [mostLikely] : candidates
  }
}

extension [Candidate] {
  /// Keeps the first candidates whose probabilities sum up to `p`; the candidates are sorted, best first.
  fileprivate mutating func keepNucleus(_ p: Double) {
    let weights = weights()
    let total = weights.reduce(0, +)
    var sum = 0.0
    for (index, weight) in weights.enumerated() {
      sum += weight
      if sum >= p * total {
        removeSubrange((index + 1)...)
        return
      }
    }
  }

  /// Keeps the candidates whose surprisal is nearest to the entropy, until their probabilities exceed `p`.
  fileprivate mutating func keepTypical(_ p: Double) {
    let (probabilities, surprisals) = distribution()
    let entropy = Self.entropy(probabilities, surprisals)
    let distances = surprisals.map { abs($0 - entropy) }
    // Sorts only as many of the nearest candidates as are sufficient.
    var near = 0.25
    var order: [Int] = []
    repeat {
      order = indices.filter { distances[$0] <= near }
      near = near < 100 ? near * 4 : .infinity
    } while order.count < count && order.reduce(0) { $0 + probabilities[$1] } <= p
    order.sort { first, second in
      let (one, other) = (distances[first], distances[second])
      return one < other || (one == other && self[first].isBetter(than: self[second]))
    }
    var sum = 0.0
    var isKept = [Bool](repeating: false, count: count)
    for index in order {
      isKept[index] = true
      sum += probabilities[index]
      if sum > p { break }
    }
    keep { isKept[$0] }
  }

  /// Removes all candidates with at least a probability, except the least likely of them.
  mutating func excludeTopChoices(threshold: Double) {
    let probabilities = distribution().probabilities
    let likely = indices.filter { probabilities[$0] >= threshold }
    guard let first = likely.first else { return }
    let least = likely.reduce(first) { self[$0].isBetter(than: self[$1]) ? $1 : $0 }
    keep { probabilities[$0] < threshold || $0 == least }
  }

  /// −Σ p · ln p.
  fileprivate static func entropy(_ probabilities: [Double], _ surprisals: [Double]) -> Double {
    zip(probabilities, surprisals).reduce(0) { $1.0 > 0 ? $0 + $1.0 * $1.1 : $0 }
  }
}

extension SamplingParameters.XTC {
  /// Returns true if the sampler can remove any candidate.
  func canExclude(from candidates: [Candidate]) -> Bool {
    probability > 0 && threshold <= 0.5 && candidates.count > 1
  }
}

extension SamplingParameters.DynamicTemperature {
  /// Returns the temperature for some candidates; `temperature` itself for a single one or without a range.
  func temperature(for candidates: [Candidate], around temperature: Double) -> Double {
    guard range > 0, candidates.count > 1 else { return temperature }
    let (probabilities, surprisals) = candidates.distribution()
    let entropy = [Candidate].entropy(probabilities, surprisals)
    let normalized = entropy / logarithm(Double(candidates.count))
    let (lower, upper) = (max(0, temperature - Double(range)), temperature + Double(range))
    return lower + (upper - lower) * exponential(Double(exponent) * logarithm(normalized))
  }
}
