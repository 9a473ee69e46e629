import SwiftletTokenizers

/// The last tokens of a sequence, as the steps against repetition look at them.
struct RepetitionHistory: Sendable {
  private let penaltyWindow: Int
  private let dry: SamplingParameters.DRY?
  private let breakers: SequenceBreakers?
  /// The last tokens, at least as many as the longest window has.
  private var tokens: [Int] = []
  /// How often each token is in the window of the penalties.
  private(set) var counts: [Int: Int] = [:]
  /// The bytes before the next token in which a breaker may have begun.
  private var tail: [UInt8] = []
  /// How many tokens have come since the last breaker's end.
  private var countSinceBreaker = 0

  init(_ parameters: SamplingParameters, _ vocabulary: Vocabulary?) {
    penaltyWindow = parameters.hasPenalties ? parameters.penaltyWindow : 0
    dry = parameters.dry.flatMap { $0.isActive ? $0 : nil }
    breakers = dry.flatMap { dry in vocabulary.map { SequenceBreakers(dry.breakers, vocabulary: $0) } }
  }

  /// The number of tokens that are looked at.
  var window: Int { max(penaltyWindow, dry?.window ?? 0) }

  mutating func append(_ token: Int) {
    guard window > 0 else { return }
    // Rarely, so that the tokens need not be moved each time.
    if tokens.count - window >= max(64, window) { tokens.removeFirst(tokens.count - window) }
    tokens.append(token)
    if penaltyWindow > 0 {
      counts[token, default: 0] += 1
      if tokens.count > penaltyWindow {
        let oldest = tokens[tokens.count - 1 - penaltyWindow]
        counts[oldest, default: 1] -= 1
        if counts[oldest] == 0 { counts[oldest] = nil }
      }
    }
    guard let breakers else { return }
    countSinceBreaker = breakers.isCompleted(by: token, after: &tail) ? 0 : countSinceBreaker + 1
  }

  /// What DRY takes off the logits of tokens.
  func losses() -> [Int: Float] {
    guard let dry, dry.window > 0 else { return [:] }
    let recent = tokens.suffix(dry.window)
    let limit = breakers == nil ? recent.count : countSinceBreaker
    let allowed = max(0, dry.allowedLength)
    guard recent.count > allowed, limit >= allowed else { return [:] }
    let logarithmOfBase = logarithm(Double(dry.base))
    // As far as a power is still a 32-bit float.
    let steps = dry.base > 1.000001 ? Int(88.7228391 / logarithmOfBase) : Int.max
    return Self.repeats(recent.reversed(), limit: limit, atLeast: allowed).reduce(into: [:]) { losses, repetition in
      guard breakers?.isIn(repetition.key) != true else { return }
      let exponent = Double(min(repetition.value - allowed, steps))
      let loss = dry.multiplier * Float(exponential(exponent * logarithmOfBase))
      losses[repetition.key] = min(loss, .greatestFiniteMagnitude)
    }
  }

  /// The tokens that have followed an earlier occurrence of the last tokens, with the longest such occurrence.
  ///
  /// Lengths beyond `limit` count as it. `reversed` has the last token first: the occurrence that ends before place k − 1
  /// is as long as the sequence from place k on agrees with the whole, which the Z algorithm finds for all k in linear
  /// time. Source: Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section 1.4.
  static func repeats(_ reversed: [Int], limit: Int, atLeast minimum: Int) -> [Int: Int] {
    let count = reversed.count
    var lengths = [Int](repeating: 0, count: count)
    var result: [Int: Int] = [:]
    // The stretch that is known to agree with the beginning and reaches farthest.
    var (left, right) = (0, 0)
    for place in 1..<max(1, count) {
      var length = place < right ? min(right - place, lengths[place - left]) : 0
      while place + length < count, reversed[length] == reversed[place + length] { length += 1 }
      lengths[place] = length
      if place + length > right { (left, right) = (place, place + length) }
      let counted = min(length, limit)
      if counted >= minimum { result[reversed[place - 1]] = max(result[reversed[place - 1]] ?? 0, counted) }
    }
    return result
  }
}
