import SwiftletGuides

/// A token that may be drawn.
struct Candidate: Sendable {
  var token: Int
  var logit: Float

  /// Whether the token comes before another: by logit, then by id, so that ties have one outcome.
  func isBetter(than other: Candidate) -> Bool {
    logit > other.logit || (logit == other.logit && token < other.token)
  }
}

/// What is done to the logit of a token that stands in the penalty window.
struct Penalty: Sendable {
  var factor: Float
  var reduction: Float

  func applied(to logit: Float) -> Float { (logit > 0 ? logit / factor : logit * factor) - reduction }
}

/// A view of logits with penalties applied, of the tokens that may be chosen.
struct Logits: ~Escapable {
  private let values: Span<Float>
  /// The number of tokens that can be chosen.
  let count: Int
  private let penalties: [Int: Penalty]
  /// The tokens that may be chosen; nil for all.
  private let mask: TokenMask?
  /// The token with the highest logit, the first of several.
  private(set) var best = 0
  /// The highest logit.
  private(set) var highest = -Float.infinity

  @_lifetime(copy values)
  init(_ values: Span<Float>, count: Int, penalties: [Int: Penalty], mask: TokenMask?) {
    (self.values, self.count, self.penalties, self.mask) = (values, count, penalties, mask)
    var (best, highest): (Int?, Float) = (nil, -.infinity)
    forEach { token, logit in
      // The first, even if all are ruled out by the model: it is one that may be chosen.
      if logit > highest || best == nil { (best, highest) = (token, logit) }
    }
    (self.best, self.highest) = (best ?? 0, highest)
  }

  subscript(token: Int) -> Float {
    let logit = values[token]
    guard !penalties.isEmpty, let penalty = penalties[token] else { return logit.isNaN ? -.infinity : logit }
    let result = penalty.applied(to: logit)
    return result.isNaN ? -.infinity : result
  }

  /// Calls `body` with each token that may be chosen and its logit, in the order of their ids.
  private func forEach(_ body: (Int, Float) -> Void) {
    guard let mask else {
      for token in 0..<count { body(token, self[token]) }
      return
    }
    mask.forEach { token in if token < count { body(token, self[token]) } }
  }

  /// The tokens whose logit is at least `floor`, in the order of their ids.
  func candidates(atLeast floor: Float) -> [Candidate] {
    var result: [Candidate] = []
    forEach { token, logit in
      if logit >= floor && logit > -.infinity { result.append(Candidate(token: token, logit: logit)) }
    }
    return result
  }

  /// Σ exp(logit − highest).
  func sumOfExponentials(above highest: Float) -> Double {
    var sum = 0.0
    forEach { _, logit in sum += exponential(Double(logit - highest)) }
    return sum
  }

  /// Replaces `heap` by the `size` best tokens, best first.
  ///
  /// A heap with the worst of the best at its root meets each further token with one comparison.
  func fillTop(_ size: Int, into heap: inout [Candidate]) {
    heap.removeAll(keepingCapacity: true)
    var best: [Candidate] = []
    swap(&best, &heap)
    forEach { token, logit in
      let candidate = Candidate(token: token, logit: logit)
      if best.count < size {
        best.append(candidate)
        if best.count == size { for index in (0..<size / 2).reversed() { best.sink(index) } }
      } else if candidate.isBetter(than: best[0]) {
        best[0] = candidate
        best.sink(0)
      }
    }
    swap(&best, &heap)
    heap.sort { $0.isBetter(than: $1) }
  }
}

extension [Candidate] {
  /// Restores the heap order below an element that may be too good for its place.
  fileprivate mutating func sink(_ start: Int) {
    var index = start
    while true {
      var worst = index
      for child in (2 * index + 1)...(2 * index + 2) where child < count && self[worst].isBetter(than: self[child]) {
        worst = child
      }
      guard worst != index else { return }
      swapAt(index, worst)
      index = worst
    }
  }

  /// Σ exp(logit − highest).
  func sumOfExponentials(_ highest: Float) -> Double {
    reduce(0) { $0 + exponential(Double($1.logit - highest)) }
  }
}
