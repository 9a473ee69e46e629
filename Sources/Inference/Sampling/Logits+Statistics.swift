extension Logits {
  /// ln Σ exp(logit); NaN if the highest logit is not finite.
  var logarithmOfSum: Double {
    highest.isFinite ? Double(highest) + logarithm(sumOfWeights(factor: 1)) : .nan
  }

  /// Returns the standard deviation of all logits that are not NaN or −∞.
  func standardDeviation() -> Double {
    // Relative to the highest logit, to avoid cancellation in the difference of the sums.
    var (count, sum, square) = (0.0, 0.0, 0.0)
    let highest = highest
    forEach(atLeast: -.infinity) { candidate in
      let difference = Double(candidate.logit) - Double(highest)
      count += 1
      sum += difference
      square += difference * difference
      return -.infinity
    }
    guard count > 0 else { return 0 }
    let mean = sum / count
    return max(square / count - mean * mean, 0).squareRoot()
  }

  /// Returns Σ p · (logit − other logit), with the probabilities p of these logits.
  func meanDifference(to others: Span<Float>) -> Double {
    var (weighted, total) = (0.0, 0.0)
    forEachWeight { first, logits, weights in
      for lane in 0..<8 where weights[lane] > 0 {
        total += Double(weights[lane])
        weighted += Double(weights[lane]) * (Double(logits[lane]) - Double(others[first + lane]))
      }
    }
    return weighted / total
  }

  /// Returns the last token of the nucleus of top-p: the best tokens whose probabilities sum up to `p`.
  ///
  /// Only tokens with logits of at least `floor` are considered; the result is nil if they do not reach the sum.
  /// Weights are summed up in a histogram of logits first, so only the bin in which the sum is reached has to be
  /// sorted.
  func endOfNucleus(_ p: Double, atLeast floor: Float) -> Candidate? {
    var bins = [Double](repeating: 0, count: Self.binCount)
    let highest = highest
    /// The bin of a logit with a weight above 0: the low bits of a sum with a float whose last bit counts 1.
    func bin(_ logit: Float) -> Int { Int(((highest - logit) * Self.binsPerUnit + 0x1p23).bitPattern & 0x7F_FFFF) }
    unsafe bins.withUnsafeMutableBufferPointer { bins in
      forEachWeight { _, logits, weights in
        let kept = SIMD8(repeating: 0).replacing(with: weights, where: logits .>= floor)
        // Lanes without a weight add 0 to the first bin.
        let distances = (highest - logits).replacing(with: 0, where: kept .== 0)
        // Safe: both are eight times 32 bits.
        let indices = unsafe unsafeBitCast(distances * Self.binsPerUnit + 0x1p23, to: SIMD8<UInt32>.self) & 0x7F_FFFF
        for lane in 0..<8 {
          // Safe: a logit with a weight is at most 87 below the highest.
          unsafe bins[Int(indices[lane])] += Double(kept[lane])
        }
      }
    }
    let total = bins.reduce(0, +)
    var sum = 0.0
    for index in bins.indices {
      guard sum + bins[index] >= p * total, bins[index] > 0 else {
        sum += bins[index]
        continue
      }
      var inside: [Candidate] = []
      // A little wider than the bin, whose boundaries are rounded.
      let bound = max(floor, highest - Float(index + 2) / Self.binsPerUnit)
      forEach(atLeast: bound) { candidate in
        if highest - candidate.logit < 88, bin(candidate.logit) == index { inside.append(candidate) }
        return bound
      }
      inside.sort { $0.isBetter(than: $1) }
      for candidate in inside {
        sum += Double(exponentials(SIMD8(repeating: candidate.logit - highest))[0])
        if sum >= p * total { return candidate }
      }
      return inside.last
    }
    return nil
  }

  private static var binsPerUnit: Float { 32 }
  /// The number of bins; weights are 0 from 87 below the highest logit on.
  private static var binCount: Int { 88 * 32 }
}
