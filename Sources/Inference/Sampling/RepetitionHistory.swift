import SwiftletGGUF
import SwiftletTokenizers

/// The last tokens of a sequence, for penalties and DRY.
struct RepetitionHistory: Sendable {
  private let penaltyWindow: Int
  private let dry: SamplingParameters.DRY?
  private let breakers: SequenceBreakers?
  /// The last tokens, at least as many as the longer window.
  private var tokens: [Int] = []
  /// The number of occurrences of each token in the penalties' window.
  private(set) var counts: [Int: Int] = [:]
  /// The last bytes of the text, which may contain the beginning of a breaker.
  private var tail: [UInt8] = []
  /// The number of tokens since the end of the last breaker.
  private var countSinceBreaker = 0

  init(_ parameters: SamplingParameters, _ vocabulary: Vocabulary?) {
    penaltyWindow = parameters.hasPenalties ? parameters.penaltyWindow : 0
    dry = parameters.dry.flatMap { $0.isActive ? $0 : nil }
    breakers = dry.flatMap { dry in vocabulary.map { SequenceBreakers(dry.breakers, vocabulary: $0) } }
  }

  /// The number of tokens that are considered.
  var window: Int { max(penaltyWindow, dry?.window ?? 0) }

  mutating func append(_ token: Int) {
    guard window > 0 else { return }
    // Rarely, since it moves all remaining tokens.
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

  /// Returns the penalties that DRY subtracts from the logits of tokens.
  func dryPenalties() -> [Int: Float] {
    guard let dry, dry.window > 0 else { return [:] }
    let recent = tokens.suffix(dry.window)
    let limit = breakers == nil ? recent.count : countSinceBreaker
    let allowed = max(0, dry.allowedLength)
    guard recent.count > allowed, limit >= allowed else { return [:] }
    let logarithmOfBase = logarithm(Double(dry.base))
    // The largest exponent whose power is a finite 32-bit float.
    let maximumExponent = dry.base > 1.000001 ? Int(clamping: 88.7228391 / logarithmOfBase) : Int.max
    return Self.repeats(recent.reversed(), limit: limit, atLeast: allowed).reduce(into: [:]) { penalties, repetition in
      guard breakers?.isContained(in: repetition.key) != true else { return }
      let exponent = Double(min(repetition.value - allowed, maximumExponent))
      let penalty = dry.multiplier * Float(exponential(exponent * logarithmOfBase))
      penalties[repetition.key] = min(penalty, .greatestFiniteMagnitude)
    }
  }

  /// Returns the tokens that followed an earlier occurrence of the last tokens, with the length of the longest one.
  ///
  /// Lengths are clamped to `limit`. `reversed` has the last token first: the length of the occurrence that ends before
  /// index k − 1 is that of the longest common prefix of the sequence and its suffix from k on, which the Z algorithm
  /// finds for all k in linear time. Source: Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section
  /// 1.4.
  static func repeats(_ reversed: [Int], limit: Int, atLeast minimum: Int) -> [Int: Int] {
    let count = reversed.count
    var lengths = [Int](repeating: 0, count: count)
    var result: [Int: Int] = [:]
    // The Z box: the matching segment that ends farthest right.
    var (left, right) = (0, 0)
    for index in 1..<max(1, count) {
      var length = index < right ? min(right - index, lengths[index - left]) : 0
      while index + length < count, reversed[length] == reversed[index + length] { length += 1 }
      lengths[index] = length
      if index + length > right { (left, right) = (index, index + length) }
      let counted = min(length, limit)
      if counted >= minimum { result[reversed[index - 1]] = max(result[reversed[index - 1]] ?? 0, counted) }
    }
    return result
  }
}
