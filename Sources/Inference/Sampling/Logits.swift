internal import SwiftletGGUF

/// A view of the logits of a vocabulary, with vectorised passes over them.
///
/// A vocabulary has up to a few hundred thousand tokens, of which a handful matters: passes skip blocks by their
/// maximum, compare whole vectors with a bound, and examine single tokens only where one of a vector exceeds it. NaN
/// counts as −∞. The results are those of passes over all logits, to the last bit.
struct Logits: ~Escapable {
  private let values: Span<Float>
  /// The maxima of the blocks, and what differs from the values.
  private let blocks: LogitBlocks
  /// The highest logit; −∞ if no token can be sampled.
  let highest: Float

  /// The number of tokens.
  var count: Int { values.count }

  /// Creates a view of logits, with their blocks if they have been computed.
  @_lifetime(copy values)
  init(_ values: Span<Float>, _ blocks: LogitBlocks? = nil) {
    let blocks = blocks ?? LogitBlocks(of: values)
    self.values = values
    self.blocks = blocks
    highest = blocks.highest
  }

  /// The logit of a token; −∞ if it is excluded.
  subscript(token: Int) -> Float { blocks.logit(token, of: values) }

  /// The first token with the highest logit; nil if no token can be sampled.
  var best: Int? {
    let highest = highest
    guard highest > -.infinity, let block = blocks.maxima.firstIndex(of: highest) else { return nil }
    let first = block * LogitBlocks.size
    var scratch: [Float] = []
    var best: Int?
    blocks.withBlock(block, of: values, &scratch) { logits in
      for index in logits.indices where best == nil && logits[index] == highest { best = first + index }
    }
    return best
  }

  /// Calls `body` with tokens whose logit is at least the bound, in the order of their ids; it returns the next bound.
  func forEach(atLeast bound: Float, _ body: (Candidate) -> Float) {
    // Excludes −∞ in any case.
    var bound = max(bound, lowestLogit)
    var scratch: [Float] = []
    for block in blocks.maxima.indices where blocks.maxima[block] >= bound {
      let first = block * LogitBlocks.size
      blocks.withBlock(block, of: values, &scratch) { logits in
        bound = scan(logits, from: first, atLeast: bound, body)
      }
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
  func top(_ size: Int, atLeast floor: Float) -> [Candidate] {
    let bound = max(floor, bound(reachedBy: size))
    var best = TopCandidates(size, atLeast: bound)
    forEach(atLeast: bound) { best.add($0) }
    return best.sorted()
  }

  /// Returns a bound that at least `size` logits reach, and not many more: each of as many blocks has one.
  private func bound(reachedBy size: Int) -> Float {
    guard size < blocks.maxima.count else { return lowestLogit }
    // Maxima are counted by their distance from the highest, so that they need not be sorted.
    var (counts, lowest) = ([Int](repeating: 0, count: 256), [Float](repeating: .infinity, count: 256))
    let last = counts.count - 1
    for maximum in blocks.maxima {
      let distance = (highest - maximum) * 8
      guard distance < Float(last) else { continue }
      let step = max(0, Int(clamping: Double(distance)))
      counts[step] += 1
      lowest[step] = min(lowest[step], maximum)
    }
    var count = 0
    for step in 0..<last {
      count += counts[step]
      if count >= size { return lowest[step] }
    }
    var best = TopCandidates(size, atLeast: lowestLogit)
    _ = scan(blocks.maxima.span, from: 0, atLeast: lowestLogit) { best.add($0) }
    return best.sorted().last?.logit ?? lowestLogit
  }

  /// Calls `body` with the first token, the logits and their weights exp((logit − highest) · factor), eight at a time.
  ///
  /// Vectors at the end of the vocabulary are padded with −∞ and 0. Blocks without a weight above 0 are left out.
  @inline(__always)
  func forEachWeight(factor: Float = 1, _ body: (Int, SIMD8<Float>, SIMD8<Float>) -> Void) {
    let highest = highest
    var scratch: [Float] = []
    for block in blocks.maxima.indices where (blocks.maxima[block] - highest) * factor >= lowestExponent {
      let first = block * LogitBlocks.size
      blocks.withBlock(block, of: values, &scratch) { logits in
        let whole = logits.count & ~7
        unsafe logits.withUnsafeBytes { bytes in
          for start in stride(from: 0, to: whole, by: 8) {
            // Safe: 8 numbers from start on are inside.
            let vector = unsafe bytes.loadUnaligned(fromByteOffset: start * 4, as: SIMD8<Float>.self)
            body(first + start, vector, exponentials((vector - highest) * factor))
          }
        }
        guard whole < logits.count else { return }
        var rest = SIMD8<Float>(repeating: -.infinity)
        for index in whole..<logits.count { rest[index - whole] = logits[index] }
        body(first + whole, rest, exponentials((rest - highest) * factor))
      }
    }
  }

  /// Σ exp((logit − highest) · factor).
  func sumOfWeights(factor: Float) -> Double {
    var sums = SIMD8<Double>()
    forEachWeight(factor: factor) { _, _, weights in sums += SIMD8<Double>(weights) }
    return sums.sum()
  }
}

/// The lowest bound of passes, which excludes −∞.
private var lowestLogit: Float { -.greatestFiniteMagnitude }

/// Calls `body` with elements that are at least the bound, in order; it returns the next bound, the last is returned.
@inline(__always)
private func scan(
  _ values: Span<Float>, from first: Int, atLeast bound: Float, _ body: (Candidate) -> Float
) -> Float {
  var bound = bound
  let whole = values.count & ~15
  unsafe values.withUnsafeBytes { bytes in
    for start in stride(from: 0, to: whole, by: 16) {
      // Safe: 16 numbers from start on are inside.
      let vector = unsafe bytes.loadUnaligned(fromByteOffset: start * 4, as: SIMD16<Float>.self)
      guard isAnySet(vector .>= bound) else { continue }
      for index in start..<start + 16 {
        let logit = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
        if logit >= bound { bound = max(body(Candidate(token: first + index, logit: logit)), lowestLogit) }
      }
    }
  }
  for index in whole..<values.count where values[index] >= bound {
    bound = max(body(Candidate(token: first + index, logit: values[index])), lowestLogit)
  }
  return bound
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
