#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a token's experts and their weights follow from the router's logits.
struct ExpertRouting: Sendable, Equatable {
  /// What turns logits into scores.
  enum Scoring: Sendable, Equatable {
    /// The softmax over all experts.
    case softmax
    /// Each logit's sigmoid.
    case sigmoid
    /// The softmax over the chosen ones alone; they are chosen by their logits.
    case softmaxOfChosen
    /// One after the other, each by a softmax over those within a relative distance of the best left (PhiMoE).
    case sparseMixer(tolerance: Float)
  }

  var scoring = Scoring.softmax
  /// Whether the weights of the chosen experts are divided by their sum.
  var isNormalized = false
  /// What all weights are multiplied with.
  var scale: Float = 1
  /// Whether there is a correction that is added to scores to choose by, but not to weigh by.
  var hasCorrection = false
  /// Experts lie in groups, of which first the best are chosen; 1 for none.
  var groupCount = 1
  var usedGroupCount = 1
  /// Whether a group counts as much as its best two experts together, and not as its best.
  var groupsCountTwo = false

  /// Chooses experts: fills `chosen` with expert and weight, the best first.
  func choose(
    _ logits: Span<Float>, count usedCount: Int, correction: [Float]?,
    into chosen: inout [(expert: Int, weight: Float)]
  ) {
    chosen.removeAll(keepingCapacity: true)
    if case .sparseMixer(let tolerance) = scoring { return mix(logits, usedCount, tolerance, &chosen) }
    var scores = (0..<logits.count).map { logits[$0] }
    switch scoring {
    case .softmax: Self.softmax(&scores)
    case .sigmoid: for index in scores.indices { scores[index] = 1 / (1 + exp(-scores[index])) }
    case .softmaxOfChosen, .sparseMixer: break
    }
    var ranks = scores
    if let correction { for index in ranks.indices { ranks[index] += correction[index] } }
    if groupCount > 1 { keepBestGroups(&ranks) }
    for _ in 0..<usedCount {
      // Of equals the first, as everywhere.
      guard let best = Self.best(ranks) else { break }
      ranks[best] = -.infinity
      chosen.append((best, scores[best]))
    }
    if scoring == .softmaxOfChosen {
      var weights = chosen.map(\.weight)
      Self.softmax(&weights)
      for index in chosen.indices { chosen[index].weight = weights[index] }
    }
    if isNormalized {
      let sum = chosen.reduce(0) { $0 + $1.weight }
      for index in chosen.indices { chosen[index].weight /= max(sum, .leastNormalMagnitude) }
    }
    if scale != 1 { for index in chosen.indices { chosen[index].weight *= scale } }
  }

  private func keepBestGroups(_ ranks: inout [Float]) {
    let size = ranks.count / groupCount
    var groups = (0..<groupCount).map { group -> Float in
      let best = ranks[group * size..<(group + 1) * size].sorted(by: >)
      return groupsCountTwo ? best.prefix(2).reduce(0, +) : best.first ?? 0
    }
    for _ in 0..<groupCount - usedGroupCount {
      guard let worst = groups.indices.last(where: { groups[$0] == groups.filter { $0 < .infinity }.min() }) else {
        break
      }
      groups[worst] = .infinity
      for index in worst * size..<(worst + 1) * size { ranks[index] = -.infinity }
    }
  }

  private func mix(
    _ logits: Span<Float>, _ usedCount: Int, _ tolerance: Float, _ chosen: inout [(expert: Int, weight: Float)]
  ) {
    var left = (0..<logits.count).map { logits[$0] }
    for _ in 0..<usedCount {
      guard let best = Self.best(left) else { break }
      let highest = left[best]
      var scores = left.indices.map { index in
        let distance = (highest - logits[index]) / max(abs(logits[index]), highest)
        return left[index] == -.infinity || distance > 2 * tolerance ? -.infinity : left[index]
      }
      Self.softmax(&scores)
      chosen.append((best, scores[best]))
      left[best] = -.infinity
    }
  }

  private static func best(_ values: [Float]) -> Int? {
    var best: Int?
    for index in values.indices
    where values[index] > -.infinity && values[index] > (best.map { values[$0] } ?? -.infinity) {
      best = index
    }
    return best
  }

  private static func softmax(_ values: inout [Float]) {
    let highest = values.max() ?? 0
    for index in values.indices { values[index] = exp(values[index] - highest) }
    let sum = values.reduce(0, +)
    for index in values.indices { values[index] /= sum }
  }
}
