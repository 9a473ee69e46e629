public import SwiftletGuides
public import SwiftletTokenizers

/// Samples the tokens of a sequence.
///
/// A sampler belongs to one sequence: it stores the last tokens for penalties and DRY, the state of the random number
/// generator, and that of Mirostat. The vocabulary is never sorted, see ``Logits``.
public struct Sampler: Sendable {
  let parameters: SamplingParameters
  private var random: SplitMix64
  private var history: RepetitionHistory
  /// The tokens that are never sampled.
  private let suppressed: [TokenID]
  /// The surprisal limit of Mirostat (μ) in bits.
  private var surprisalLimit: Double

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - parameters: The sampling parameters.
  ///   - context: The tokens so far, for penalties and DRY.
  ///   - vocabulary: The vocabulary, for sequence breakers of DRY and suppressed tokens; nil for neither.
  public init(_ parameters: SamplingParameters, context: some Collection<Int> = [], vocabulary: Vocabulary? = nil) {
    self.parameters = parameters
    random = SplitMix64(seed: parameters.seed ?? UInt64.random(in: .min ... .max))
    history = RepetitionHistory(parameters, vocabulary)
    suppressed = vocabulary?.suppressedTokens ?? []
    surprisalLimit = 2 * Double(parameters.mirostat?.tau ?? 0)
    for token in context.suffix(max(0, history.window)) { history.append(token) }
  }

  /// Records a token that was appended to the sequence.
  public mutating func accept(_ token: Int) { history.append(token) }

  /// Samples one of the first `count` tokens by their logits; the rest of the row is padding.
  ///
  /// NaN counts as the lowest logit. With a mask, all samplers work as if the vocabulary had only its tokens.
  ///
  /// - Returns: The token; nil if none of the logits is finite or one is infinite, as those of damaged weights are.
  public mutating func sample(_ logits: Span<Float>, count: Int, mask: TokenMask? = nil) -> Int? {
    sample(logits, maxima: nil, count: count, mask: mask)
  }

  /// Samples a token by logits whose blocks' maxima may be known.
  ///
  /// - Parameters:
  ///   - logits: The logits.
  ///   - maxima: The maxima of all blocks of the row, see ``LogitBlocks``; nil to compute them if they are needed.
  ///   - count: The number of tokens; the rest of the row is padding.
  ///   - mask: The tokens that may be sampled; nil for all.
  ///   - timer: The timer of the step; nil if its parts are not measured.
  /// - Returns: As ``sample(_:count:mask:)``.
  mutating func sample(
    _ logits: Span<Float>, maxima: [Float]?, count: Int, mask: TokenMask?, timer: StepTimer? = nil
  ) -> Int? {
    let logits = logits.extracting(first: max(0, count))
    var blocks = LogitBlocks(of: logits, maxima: maxima, mask: mask)
    timer?.mark(mask == nil ? .sampling : .guide)
    let isAdjusted = adjust(&blocks, of: logits)
    timer?.mark(.penalties)
    let view = Logits(logits, blocks)
    let isModels = !isAdjusted && mask == nil
    if isModels, !view.highest.isFinite { return nil }
    let token = draw(view)
    timer?.mark(.sampling)
    if isModels { return token }
    if let token, view[token].isFinite { return token }
    // Bias and penalties make logits infinite, too, and suppressed tokens may be the only ones of a mask.
    guard Self.areFinite(logits, mask) else { return nil }
    let tokens = logits.indices
    return token ?? mask?.first ?? tokens.first { !suppressed.contains($0) } ?? 0
  }

  /// Returns true if the model's logits have a highest one that is finite, among the tokens of a mask that has any.
  private static func areFinite(_ logits: Span<Float>, _ mask: TokenMask?) -> Bool {
    guard let mask else { return Logits(logits).highest.isFinite }
    var highest = -Float.infinity
    mask.forEach { if $0 < logits.count, logits[$0] > highest { highest = logits[$0] } }
    return highest.isFinite || mask.isEmpty
  }

  /// Returns the tokens that ``sample(_:count:mask:)`` draws from, with their probabilities.
  mutating func probabilities(_ logits: Span<Float>, count: Int) -> [(token: Int, probability: Double)] {
    let logits = logits.extracting(first: max(0, count))
    var blocks = LogitBlocks(of: logits)
    _ = adjust(&blocks, of: logits)
    let (candidates, weights) = candidates(of: Logits(logits, blocks))
    let sum = weights.reduce(0, +)
    return zip(candidates, weights).map { ($0.token, $1 / sum) }
  }

  /// Draws a token; nil if all logits are −∞.
  private mutating func draw(_ logits: borrowing Logits) -> Int? {
    // Without a finite maximum there are no weights.
    guard parameters.temperature > 0, logits.highest.isFinite else { return logits.best }
    let (candidates, weights) = candidates(of: logits)
    let sum = weights.reduce(0, +)
    var rest = random.nextUnit() * sum
    var drawn = 0
    // After rounding errors it is the last token with a weight, never an excluded one.
    for (index, weight) in weights.enumerated() where weight > 0 {
      drawn = index
      rest -= weight
      if rest < 0 { break }
    }
    updateMirostat(probability: weights[drawn] / sum)
    return candidates[drawn].token
  }

  /// Returns the tokens to draw from, at least one, with their weights.
  private mutating func candidates(of logits: borrowing Logits) -> ([Candidate], [Double]) {
    let temperature = Double(parameters.temperature)
    guard parameters.mirostat == nil else {
      let candidates = logits.candidates(maximumSurprisal: surprisalLimit, temperature: temperature)
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

  /// Adjusts Mirostat's limit after a token of some probability was drawn.
  private mutating func updateMirostat(probability: Double) {
    guard let mirostat = parameters.mirostat else { return }
    let surprisal = -logarithm(probability) / 0.6931471805599453
    let limit = surprisalLimit - Double(mirostat.eta) * (surprisal - Double(mirostat.tau))
    if limit.isFinite { surprisalLimit = limit }
  }
}

// MARK: - Changes of single logits

extension Sampler {
  /// Changes the logits by bias, penalties and DRY, and excludes suppressed tokens; returns false if there is nothing
  /// to change.
  private func adjust(_ blocks: inout LogitBlocks, of logits: Span<Float>) -> Bool {
    let dryPenalties = parameters.dry == nil ? nil : history.dryPenalties()
    guard
      !parameters.logitBias.isEmpty || !history.counts.isEmpty || dryPenalties?.isEmpty == false
        || !suppressed.isEmpty
    else { return false }
    for token in suppressed { blocks.change(token, of: logits) { _ in -.infinity } }
    for (token, bias) in parameters.logitBias { blocks.change(token, of: logits) { $0 + bias } }
    let factor = parameters.repetitionPenalty > 0 ? parameters.repetitionPenalty : 1
    for (token, count) in history.counts {
      let reduction = Float(count) * parameters.frequencyPenalty + parameters.presencePenalty
      blocks.change(token, of: logits) { ($0 > 0 ? $0 / factor : $0 * factor) - reduction }
    }
    for (token, penalty) in dryPenalties ?? [:] { blocks.change(token, of: logits) { $0 - penalty } }
    blocks.updateMaxima()
    return true
  }
}

extension TokenMask {
  /// The first allowed token.
  fileprivate var first: Int? {
    if let sparseTokens { return sparseTokens.first }
    for (index, word) in words.enumerated() where word != 0 { return index * 64 + word.trailingZeroBitCount }
    return nil
  }
}
