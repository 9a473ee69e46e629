/// A view of the logits of a vocabulary, with vectorised passes over them.
///
/// A vocabulary has up to a few hundred thousand tokens, of which a handful matters: passes compare whole vectors with
/// a bound, and examine single tokens only where one of a vector exceeds it. NaN counts as −∞.
struct Logits: ~Escapable {
  private let values: Span<Float>
  /// The highest logit; −∞ if no token can be sampled.
  let highest: Float

  /// The number of tokens.
  var count: Int { values.count }

  @_lifetime(copy values)
  init(_ values: Span<Float>) {
    self.values = values
    var bounds = SIMD16<Float>(repeating: -.infinity)
    let whole = values.count & ~15
    unsafe values.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: whole, by: 16) {
        // Safe: 16 numbers from start on are inside.
        let vector = unsafe bytes.loadUnaligned(fromByteOffset: start * 4, as: SIMD16<Float>.self)
        bounds.replace(with: vector, where: vector .> bounds)
      }
    }
    var highest = (0..<16).reduce(-Float.infinity) { max($0, bounds[$1]) }
    for token in whole..<values.count where values[token] > highest { highest = values[token] }
    self.highest = highest
  }

  /// The first token with the highest logit; nil if no token can be sampled.
  var best: Int? {
    guard highest > -.infinity else { return nil }
    for token in 0..<count where values[token] == highest { return token }
    return nil
  }

  /// Calls `body` with tokens whose logit is at least the bound, in the order of their ids; it returns the next bound.
  func forEach(atLeast bound: Float, _ body: (Candidate) -> Float) {
    // Excludes −∞ in any case.
    let lowest = -Float.greatestFiniteMagnitude
    var bound = max(bound, lowest)
    let whole = count & ~15
    unsafe values.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: whole, by: 16) {
        // Safe: 16 numbers from start on are inside.
        let vector = unsafe bytes.loadUnaligned(fromByteOffset: start * 4, as: SIMD16<Float>.self)
        guard isAnySet(vector .>= bound) else { continue }
        for token in start..<start + 16 {
          let logit = unsafe bytes.loadUnaligned(fromByteOffset: token * 4, as: Float.self)
          if logit >= bound { bound = max(body(Candidate(token: token, logit: logit)), lowest) }
        }
      }
    }
    for token in whole..<count where values[token] >= bound {
      bound = max(body(Candidate(token: token, logit: values[token])), lowest)
    }
  }

  /// Returns the tokens whose logit is at least `floor`, in the order of their ids.
  func candidates(atLeast floor: Float) -> [Candidate] {
    var result: [Candidate] = []
    forEach(atLeast: floor) { candidate in
      result.append(candidate)
      return floor
    }
    return result
  }

  /// Returns the `size` best tokens whose logit is at least `floor`, best first.
  ///
  /// A heap with the worst of them at its root is compared with each further token.
  func top(_ size: Int, atLeast floor: Float) -> [Candidate] {
    var best: [Candidate] = []
    best.reserveCapacity(min(size, count))
    forEach(atLeast: floor) { candidate in
      if best.count < size {
        best.append(candidate)
        guard best.count == size else { return floor }
        best.makeHeap()
      } else if candidate.isBetter(than: best[0]) {
        best[0] = candidate
        best.sink(0)
      }
      return best[0].logit
    }
    best.sort { $0.isBetter(than: $1) }
    return best
  }

  /// Calls `body` with the logits and their weights exp((logit − highest) · factor), eight at a time.
  ///
  /// The last vectors are padded with −∞ and 0.
  @inline(__always)
  func forEachWeight(factor: Float = 1, _ body: (SIMD8<Float>, SIMD8<Float>) -> Void) {
    let (whole, highest) = (count & ~7, highest)
    unsafe values.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: whole, by: 8) {
        // Safe: 8 numbers from start on are inside.
        let vector = unsafe bytes.loadUnaligned(fromByteOffset: start * 4, as: SIMD8<Float>.self)
        body(vector, exponentials((vector - highest) * factor))
      }
    }
    guard whole < count else { return }
    var rest = SIMD8<Float>(repeating: -.infinity)
    for token in whole..<count { rest[token - whole] = values[token] }
    body(rest, exponentials((rest - highest) * factor))
  }

  /// Σ exp((logit − highest) · factor).
  func sumOfWeights(factor: Float) -> Double {
    var sums = SIMD8<Double>()
    forEachWeight(factor: factor) { _, weights in sums += SIMD8<Double>(weights) }
    return sums.sum()
  }
}

/// Returns true if any lane of a mask is set.
@inline(__always)
private func isAnySet(_ mask: SIMDMask<SIMD16<Int32>>) -> Bool {
  // Safe: a mask has the same number of integers, each 0 or −1.
  let eight = unsafe unsafeBitCast(mask, to: SIMD8<UInt64>.self)
  let four = eight.lowHalf | eight.highHalf
  let two = four.lowHalf | four.highHalf
  return two[0] | two[1] != 0
}
