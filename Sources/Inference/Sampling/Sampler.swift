public import SwiftletGuides
public import SwiftletTokenizers

/// Chooses a sequence's next tokens.
///
/// A sampler belongs to one sequence: it remembers the last tokens for the steps against repetition, the state of the
/// generator, and that of Mirostat. The vocabulary is never sorted, see ``Logits``.
public struct Sampler: Sendable {
  let parameters: SamplingParameters
  private var random: SplitMix64
  private var history: RepetitionHistory
  /// The tokens that must never be chosen.
  private let suppressed: [TokenID]
  /// The bound of Mirostat in bits.
  private var surpriseBound: Double
  /// Room for logits that differ from the model's.
  private var adjusted: [Float] = []

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - parameters: How tokens are chosen.
  ///   - context: The tokens so far, which the steps against repetition look at.
  ///   - vocabulary: The tokens: in their texts DRY looks for breakers, and its suppressed ones are never chosen. Without
  ///     it there is neither.
  public init(_ parameters: SamplingParameters, context: some Collection<Int> = [], vocabulary: Vocabulary? = nil) {
    self.parameters = parameters
    random = SplitMix64(seed: parameters.seed ?? UInt64.random(in: .min ... .max))
    history = RepetitionHistory(parameters, vocabulary)
    suppressed = vocabulary?.suppressedTokens ?? []
    surpriseBound = 2 * Double(parameters.mirostat?.tau ?? 0)
    for token in context.suffix(max(0, history.window)) { history.append(token) }
  }

  /// Takes note of a token that became part of the sequence.
  public mutating func accept(_ token: Int) { history.append(token) }

  /// Chooses one of the first `count` tokens by their logits; the rest is padding of the table.
  ///
  /// A logit that is not a number counts as the lowest. With a mask, only its tokens can be chosen, and everything else
  /// is as if the others did not exist.
  public mutating func sample(_ logits: Span<Float>, count: Int, mask: TokenMask? = nil) -> Int {
    let logits = logits.extracting(first: max(0, count))
    guard adjust(logits, mask) else { return choose(Logits(logits)) ?? 0 }
    // Taken out meanwhile, since what is chosen from must not change.
    let own = adjusted
    adjusted = []
    defer { adjusted = own }
    return choose(Logits(own.span)) ?? mask?.first ?? own.indices.first { !suppressed.contains($0) } ?? 0
  }

  /// The tokens that ``sample(_:count:mask:)`` draws from, with their probabilities.
  mutating func probabilities(_ logits: Span<Float>, count: Int) -> [(token: Int, probability: Double)] {
    let logits = logits.extracting(first: max(0, count))
    let isAdjusted = adjust(logits, nil)
    let own = adjusted
    let (candidates, weights) = isAdjusted ? candidates(of: Logits(own.span)) : candidates(of: Logits(logits))
    let sum = weights.reduce(0, +)
    return zip(candidates, weights).map { ($0.token, $1 / sum) }
  }

  /// Chooses a token, nil if the model rules all of them out.
  private mutating func choose(_ logits: borrowing Logits) -> Int? {
    // Without a finite maximum there are no differences to it that a draw could go by.
    guard parameters.temperature > 0, logits.highest.isFinite else { return logits.best }
    let (candidates, weights) = candidates(of: logits)
    let sum = weights.reduce(0, +)
    var rest = random.nextUnit() * sum
    var drawn = 0
    // Should rounding leave a rest, the last token with a weight has it: never one that was ruled out.
    for (index, weight) in weights.enumerated() where weight > 0 {
      drawn = index
      rest -= weight
      if rest < 0 { break }
    }
    note(probability: weights[drawn] / sum)
    return candidates[drawn].token
  }

  /// The tokens to draw from, at least one, with their weights.
  private mutating func candidates(of logits: borrowing Logits) -> ([Candidate], [Double]) {
    let temperature = Double(parameters.temperature)
    guard parameters.mirostat == nil else {
      let candidates = logits.candidates(surprisingAtMost: surpriseBound, temperature: temperature)
      return (candidates, candidates.weights(temperature: temperature))
    }
    var candidates = parameters.candidates(of: logits)
    if let xtc = parameters.xtc, xtc.canExclude(from: candidates), random.nextUnit() <= Double(xtc.probability) {
      candidates.excludeTopChoices(threshold: Double(xtc.threshold))
    }
    let dynamic = parameters.dynamicTemperature?.temperature(for: candidates, around: temperature) ?? temperature
    guard dynamic > 0 else {
      let best = candidates.reduce(candidates[0]) { $1.isBetter(than: $0) ? $1 : $0 }
      return ([best], [1])
    }
    return (candidates, candidates.weights(temperature: dynamic))
  }

  /// Moves Mirostat's bound towards its target after a token of some probability was drawn.
  private mutating func note(probability: Double) {
    guard let mirostat = parameters.mirostat else { return }
    let surprise = -logarithm(probability) / 0.6931471805599453
    let bound = surpriseBound - Double(mirostat.eta) * (surprise - Double(mirostat.tau))
    if bound.isFinite { surpriseBound = bound }
  }
}

// MARK: - Changes of single logits

extension Sampler {
  /// Puts logits that differ from the model's into `adjusted`; false if none does.
  private mutating func adjust(_ logits: Span<Float>, _ mask: TokenMask?) -> Bool {
    let losses = history.losses()
    guard
      mask != nil || !parameters.logitBias.isEmpty || !history.counts.isEmpty || !losses.isEmpty || !suppressed.isEmpty
    else { return false }
    if mask != nil || adjusted.count != logits.count {
      adjusted.removeAll(keepingCapacity: true)
      adjusted.append(contentsOf: repeatElement(-.infinity, count: logits.count))
    }
    if mask == nil {
      // Safe: both have as many bytes.
      unsafe adjusted.withUnsafeMutableBytes { target in
        unsafe logits.withUnsafeBytes { source in unsafe target.copyMemory(from: source) }
      }
    }
    mask?.forEach { token in if token < logits.count { adjusted[token] = logits[token] } }
    for token in suppressed where adjusted.indices.contains(token) { adjusted[token] = -.infinity }
    for (token, bias) in parameters.logitBias { change(token) { $0 + bias } }
    let factor = parameters.repetitionPenalty > 0 ? parameters.repetitionPenalty : 1
    for (token, count) in history.counts {
      let reduction = Float(count) * parameters.frequencyPenalty + parameters.presencePenalty
      change(token) { ($0 > 0 ? $0 / factor : $0 * factor) - reduction }
    }
    for (token, loss) in losses { change(token) { $0 - loss } }
    return true
  }

  /// Changes the logit of a token, unless it was ruled out.
  private mutating func change(_ token: Int, _ change: (Float) -> Float) {
    guard adjusted.indices.contains(token), adjusted[token] > -.infinity else { return }
    adjusted[token] = change(adjusted[token])
  }
}

extension TokenMask {
  /// The first of the tokens.
  fileprivate var first: Int? {
    if let few { return few.first }
    for (index, word) in words.enumerated() where word != 0 { return index * 64 + word.trailingZeroBitCount }
    return nil
  }
}
