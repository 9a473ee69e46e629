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
/// Candidates are integers in their order. A heap with the worst of them at its root is compared with each further
/// candidate.
struct TopCandidates {
  private let size: Int
  private let floor: Float
  private var ranks: [UInt64] = []

  /// Creates an empty selection of candidates that are at least `floor`.
  init(_ size: Int, atLeast floor: Float) {
    (self.size, self.floor) = (size, floor)
    ranks.reserveCapacity(Swift.min(size, 1 << 12))
  }

  /// The logit that further candidates have to reach.
  private var bound: Float { ranks.count < size ? floor : ranks.first.map { Candidate(rank: $0).logit } ?? floor }

  /// Adds a candidate, if it is among the best; returns the next bound.
  mutating func add(_ candidate: Candidate) -> Float {
    let rank = candidate.rank
    if ranks.count < size {
      ranks.append(rank)
      if ranks.count == size { makeHeap() }
    } else if let worst = ranks.first, rank > worst {
      sink(rank, to: 0, below: ranks.count)
    }
    return bound
  }

  /// Returns the candidates, best first.
  mutating func sorted() -> [Candidate] {
    if ranks.count < size { makeHeap() }
    // The worst goes to the end, and the heap becomes shorter by it.
    for end in stride(from: ranks.count - 1, to: 0, by: -1) {
      let (worst, last) = (ranks[0], ranks[end])
      sink(last, to: 0, below: end)
      ranks[end] = worst
    }
    return ranks.map { Candidate(rank: $0) }
  }

  private mutating func makeHeap() {
    for index in (0..<ranks.count / 2).reversed() { sink(ranks[index], to: index, below: ranks.count) }
  }

  /// Puts a rank in the place of one, or below it, among the first `count`, so that none is below a larger one.
  private mutating func sink(_ rank: UInt64, to start: Int, below count: Int) {
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < count else { break }
      if child + 1 < count, ranks[child + 1] < ranks[child] { child += 1 }
      guard ranks[child] < rank else { break }
      ranks[index] = ranks[child]
      index = child
    }
    ranks[index] = rank
  }
}

extension Candidate {
  /// An integer that is larger than those of all candidates that this one is better than.
  ///
  /// It is the pattern of the logit with its sign turned around, so that it is ordered as an integer, and the complement
  /// of the token.
  fileprivate var rank: UInt64 {
    // Turns −0 into 0, which equals it.
    let bits = (logit + 0).bitPattern
    let order = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    return UInt64(order) << 32 | UInt64(~UInt32(truncatingIfNeeded: token))
  }

  fileprivate init(rank: UInt64) {
    let order = UInt32(rank >> 32)
    logit = Float(bitPattern: order >> 31 == 0 ? ~order : order & ~(1 << 31))
    token = Int(~UInt32(truncatingIfNeeded: rank))
  }
}

extension [Candidate] {
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
