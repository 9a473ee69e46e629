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

/// A view of logits with penalties applied.
struct Logits: ~Escapable {
  private let values: Span<Float>
  /// The number of tokens that can be chosen.
  let count: Int
  private let penalties: [Int: Penalty]
  /// The token with the highest logit, the first of several.
  private(set) var best = 0
  /// The highest logit.
  private(set) var highest = -Float.infinity

  @_lifetime(copy values)
  init(_ values: Span<Float>, count: Int, penalties: [Int: Penalty]) {
    (self.values, self.count, self.penalties) = (values, count, penalties)
    for token in 0..<count {
      let logit = self[token]
      if logit > highest { (best, highest) = (token, logit) }
    }
  }

  subscript(token: Int) -> Float {
    let logit = values[token]
    guard !penalties.isEmpty, let penalty = penalties[token] else { return logit.isNaN ? -.infinity : logit }
    let result = penalty.applied(to: logit)
    return result.isNaN ? -.infinity : result
  }

  /// The tokens whose logit is at least `floor`, in the order of their ids.
  func candidates(atLeast floor: Float) -> [Candidate] {
    var result: [Candidate] = []
    for token in 0..<count where self[token] >= floor && self[token] > -.infinity {
      result.append(Candidate(token: token, logit: self[token]))
    }
    return result
  }

  /// Σ exp(logit − highest).
  func sumOfExponentials(above highest: Float) -> Double {
    var sum = 0.0
    for token in 0..<count { sum += exponential(Double(self[token] - highest)) }
    return sum
  }

  /// Replaces `heap` by the `size` best tokens, best first.
  ///
  /// A heap with the worst of the best at its root meets each further token with one comparison.
  func fillTop(_ size: Int, into heap: inout [Candidate]) {
    heap.removeAll(keepingCapacity: true)
    for token in 0..<count {
      let candidate = Candidate(token: token, logit: self[token])
      if heap.count < size {
        heap.append(candidate)
        if heap.count == size { for index in (0..<size / 2).reversed() { heap.sink(index) } }
      } else if candidate.isBetter(than: heap[0]) {
        heap[0] = candidate
        heap.sink(0)
      }
    }
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
