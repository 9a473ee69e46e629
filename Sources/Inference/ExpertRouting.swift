#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The routing of tokens to experts by the router's logits.
struct ExpertRouting: Sendable, Equatable {
  /// The function from logits to scores.
  enum Scoring: Sendable, Equatable {
    /// The softmax over all experts.
    case softmax
    /// Each logit's sigmoid.
    case sigmoid
    /// The softmax over the selected experts only, which are selected by their logits.
    case softmaxOfSelected
    /// Sequential selection, each by a softmax over the experts within a relative distance of the best (PhiMoE).
    case sparseMixer(tolerance: Float)
  }

  var scoring = Scoring.softmax
  /// True if the weights of the selected experts are normalised to a sum of 1.
  var isNormalized = false
  /// The scale of all weights.
  var scale: Float = 1
  /// True if a correction bias is added to the scores for selection, but not for the weights.
  var hasCorrection = false
  /// The number of expert groups, of which the best are selected first; 1 for none.
  var groupCount = 1
  var usedGroupCount = 1
  /// True if the score of a group is the sum of its best two experts' scores, rather than its best expert's score.
  var sumsBestTwoOfGroup = false

  /// Selects experts: fills `selected` with experts and weights, best first.
  func select(
    _ logits: Span<Float>, count usedCount: Int, correction: [Float]?,
    into selected: inout [(expert: Int, weight: Float)]
  ) {
    selected.removeAll(keepingCapacity: true)
    if case .sparseMixer(let tolerance) = scoring { return mix(logits, usedCount, tolerance, &selected) }
    var scores = (0..<logits.count).map { logits[$0] }
    switch scoring {
    case .softmax: Self.softmax(&scores)
    case .sigmoid: for index in scores.indices { scores[index] = 1 / (1 + exp(-scores[index])) }
    case .softmaxOfSelected, .sparseMixer: break
    }
    var ranks = scores
    if let correction { for index in ranks.indices { ranks[index] += correction[index] } }
    if groupCount > 1 { keepBestGroups(&ranks) }
    for _ in 0..<usedCount {
      // Ties are resolved by index.
      guard let best = Self.best(ranks) else { break }
      ranks[best] = -.infinity
      selected.append((best, scores[best]))
    }
    if scoring == .softmaxOfSelected {
      var weights = selected.map(\.weight)
      Self.softmax(&weights)
      for index in selected.indices { selected[index].weight = weights[index] }
    }
    if isNormalized {
      let sum = selected.reduce(0) { $0 + $1.weight }
      for index in selected.indices { selected[index].weight /= max(sum, .leastNormalMagnitude) }
    }
    if scale != 1 { for index in selected.indices { selected[index].weight *= scale } }
  }

  private func keepBestGroups(_ ranks: inout [Float]) {
    let size = ranks.count / groupCount
    var groups = (0..<groupCount).map { group -> Float in
      let best = ranks[group * size..<(group + 1) * size].sorted(by: >)
      return sumsBestTwoOfGroup ? best.prefix(2).reduce(0, +) : best.first ?? 0
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
    _ logits: Span<Float>, _ usedCount: Int, _ tolerance: Float, _ selected: inout [(expert: Int, weight: Float)]
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
      selected.append((best, scores[best]))
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
