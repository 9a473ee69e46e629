/// The quantisation search of symmetric formats, which minimises the weighted squared error of a block.
///
///     element = d · scale · level
///
/// First, the best unquantised factor of each group is determined. The factors give `d`, rounded to binary16; then the
/// best integer scale of each group and the best level of each element are chosen for this `d`. For fixed integers, the
/// best `d` is the solution of a linear equation, from which another round starts.
struct SymmetricSearch {
  /// A quantised block before bit packing.
  struct Block {
    /// The binary16 pattern of `d`.
    var d: UInt16
    /// The integer scale of each group.
    var scales: [Int] = []
    /// The code of each element.
    var codes: [UInt8] = []
    /// The weighted sum of squared errors.
    var error = 0.0
  }

  /// The levels of the codes.
  let codebook: Codebook
  /// The number of elements that share a scale.
  let groupSize: Int
  /// The range of integer scales, whose lower bound has the larger magnitude.
  let scales: ClosedRange<Int>

  private static let rounds = 3

  /// Returns the best block found for `values`; `weights`, by default 1, are the weights of squared errors.
  func block(_ values: [Double], weights: [Double]? = nil) -> Block {
    let weights = weights ?? Array(repeating: 1, count: values.count)
    let factors = stride(from: 0, to: values.count, by: groupSize).map {
      factor(values[$0..<$0 + groupSize], weights[$0..<$0 + groupSize])
    }
    let extreme = factors.reduce(0) { abs($1) > abs($0) ? $1 : $0 }
    var best = encode(values, weights, factors, storedScale(extreme / Double(scales.lowerBound)))
    for _ in 0..<Self.rounds {
      let next = encode(values, weights, factors, refined(values, weights, best))
      guard next.error < best.error else { break }
      best = next
    }
    return best
  }

  /// Returns the factor that fits a group best, among those that map its extreme element near an end of the codebook.
  private func factor(_ group: ArraySlice<Double>, _ weights: ArraySlice<Double>) -> Double {
    let extreme = group.reduce(0) { abs($1) > abs($0) ? $1 : $0 }
    guard extreme != 0 else { return 0 }
    let levels = codebook.levels
    let last = levels.count - 1
    var (best, bestGain) = (0.0, -1.0)
    for (end, gap) in [(levels[0], levels[0] - levels[1]), (levels[last], levels[last] - levels[last - 1])] {
      for tenth in stride(from: -9, through: 9, by: 3) {
        let inverse = (end + gap * Double(tenth) / 10) / extreme
        var (mixed, square) = (0.0, 0.0)
        for index in group.indices {
          let level = levels[codebook.nearest(group[index] * inverse)]
          mixed += weights[index] * group[index] * level
          square += weights[index] * level * level
        }
        // The error of the best factor for these levels is Σ weight · value² − gain.
        guard square > 0, mixed * mixed / square > bestGain else { continue }
        (best, bestGain) = (mixed / square, mixed * mixed / square)
      }
    }
    return best
  }

  private func encode(_ values: [Double], _ weights: [Double], _ factors: [Double], _ d: UInt16) -> Block {
    let unit = Double(HalfPrecision.float(f16: d))
    var block = Block(d: d)
    block.codes.reserveCapacity(values.count)
    for (index, factor) in factors.enumerated() {
      let group = values[index * groupSize..<(index + 1) * groupSize]
      var (best, bestError) = (0, Double.infinity)
      for scale in integers(beside: unit == 0 ? 0 : factor / unit, in: scales) {
        let error = self.error(group, weights, unit * Double(scale))
        if error < bestError { (best, bestError) = (scale, error) }
      }
      let inverse = unit * Double(best) == 0 ? 0 : 1 / (unit * Double(best))
      block.scales.append(best)
      block.codes += group.map { UInt8(codebook.nearest($0 * inverse)) }
      block.error += bestError
    }
    return block
  }

  private func error(_ group: ArraySlice<Double>, _ weights: [Double], _ factor: Double) -> Double {
    let inverse = factor == 0 ? 0 : 1 / factor
    var sum = 0.0
    for index in group.indices {
      let difference = factor * codebook.levels[codebook.nearest(group[index] * inverse)] - group[index]
      sum += weights[index] * difference * difference
    }
    return sum
  }

  /// Returns the least-squares `d` for the integers of a block.
  private func refined(_ values: [Double], _ weights: [Double], _ block: Block) -> UInt16 {
    var (mixed, square) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      let integer = Double(block.scales[index / groupSize]) * codebook.levels[Int(block.codes[index])]
      mixed += weights[index] * value * integer
      square += weights[index] * integer * integer
    }
    return square > 0 ? storedScale(mixed / square) : block.d
  }
}
