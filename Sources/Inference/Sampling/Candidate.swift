/// A token that may be sampled, with its logit.
struct Candidate: Sendable {
  var token: Int
  var logit: Float

  /// Returns true if the token ranks before another: by logit, then by id, so that ties are deterministic.
  func isBetter(than other: Candidate) -> Bool {
    logit > other.logit || (logit == other.logit && token < other.token)
  }
}

/// The best of the candidates so far, up to a number of them.
///
/// A heap with the worst of them at its root is compared with each further candidate.
struct TopCandidates {
  private let size: Int
  private let floor: Float
  private var best: [Candidate] = []

  /// Creates an empty selection of candidates that are at least `floor`.
  init(_ size: Int, atLeast floor: Float) {
    (self.size, self.floor) = (size, floor)
    best.reserveCapacity(Swift.min(size, 1 << 12))
  }

  /// The logit that further candidates have to reach.
  var bound: Float { best.count < size ? floor : best.first?.logit ?? floor }

  /// Adds a candidate, if it is among the best; returns the next bound.
  mutating func add(_ candidate: Candidate) -> Float {
    if best.count < size {
      best.append(candidate)
      if best.count == size { best.makeHeap() }
    } else if let worst = best.first, candidate.isBetter(than: worst) {
      best[0] = candidate
      best.sink(0)
    }
    return bound
  }

  /// Returns the candidates, best first.
  func sorted() -> [Candidate] { best.sorted { $0.isBetter(than: $1) } }
}

extension [Candidate] {
  /// Turns the array into a heap with the worst candidate at its root.
  mutating func makeHeap() {
    for index in (0..<count / 2).reversed() { sink(index) }
  }

  /// Restores the heap order below an element that may be better than its children.
  mutating func sink(_ start: Int) {
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

  /// The highest logit.
  var highest: Float { reduce(-.infinity) { Swift.max($0, $1.logit) } }

  /// exp((logit − highest) / temperature) of each candidate.
  ///
  /// Few candidates are computed in double precision, with the results of ``exponential(_:)``, many in single
  /// precision, which is accurate enough for sampling.
  func weights(temperature: Double = 1) -> [Double] {
    let (highest, inverse, isExact) = (highest, 1 / temperature, count <= 256)
    return unsafe [Double](unsafeUninitializedCapacity: (count + 7) & ~7) { buffer, initialized in
      for start in stride(from: 0, to: count, by: 8) {
        var vector = SIMD8<Float>(repeating: -.infinity)
        for lane in 0..<Swift.min(8, count - start) { vector[lane] = self[start + lane].logit - highest }
        let weights: SIMD8<Double>
        if isExact {
          weights = preciseExponentials(SIMD8<Double>(vector) * inverse)
        } else {
          weights = SIMD8<Double>(exponentials(vector * Float(inverse)))
        }
        // Safe: the capacity is a multiple of eight.
        unsafe UnsafeMutableRawPointer(buffer.baseAddress?.advanced(by: start))?.storeBytes(
          of: weights, as: SIMD8<Double>.self)
      }
      initialized = count
    }
  }

  /// Returns the probability and the surprisal −ln p of each candidate.
  func distribution() -> (probabilities: [Double], surprisals: [Double]) {
    let weights = weights()
    let sum = weights.reduce(0, +)
    let (highest, normalizer) = (highest, logarithm(sum))
    return (weights.map { $0 / sum }, map { normalizer - Double($0.logit - highest) })
  }

  /// Keeps the elements at the indices for which the closure returns true.
  mutating func keep(_ isKept: (Int) -> Bool) {
    var count = 0
    for index in indices where isKept(index) {
      self[count] = self[index]
      count += 1
    }
    removeSubrange(count...)
  }
}
