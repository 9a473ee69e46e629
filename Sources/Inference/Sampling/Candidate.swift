/// A token that may be sampled, with its logit.
struct Candidate: Sendable {
  var token: Int
  var logit: Float

  /// Returns true if the token ranks before another: by logit, then by id, so that ties are deterministic.
  func isBetter(than other: Candidate) -> Bool {
    logit > other.logit || (logit == other.logit && token < other.token)
  }
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
  /// Few candidates are computed in double precision, many in vectors of single precision, which is accurate enough for
  /// sampling.
  func weights(temperature: Double = 1) -> [Double] {
    let (highest, inverse) = (highest, 1 / temperature)
    guard count > 256 else { return map { exponential(Double($0.logit - highest) * inverse) } }
    return unsafe [Double](unsafeUninitializedCapacity: (count + 7) & ~7) { buffer, initialized in
      for start in stride(from: 0, to: count, by: 8) {
        var vector = SIMD8<Float>(repeating: -.infinity)
        for lane in 0..<Swift.min(8, count - start) { vector[lane] = self[start + lane].logit - highest }
        let weights = SIMD8<Double>(exponentials(vector * Float(inverse)))
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
