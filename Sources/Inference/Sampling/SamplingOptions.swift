/// Optional settings of the sampler chain, from a model's file, a command line or a program.
///
/// For the names and range of each see ``SamplingSetting``.
public struct SamplingOptions: Sendable, Hashable {
  /// The sampling temperature; 0 selects the most likely token.
  public var temperature: Float?
  /// The range by which dynamic temperature varies below and above the temperature; 0 disables it.
  public var dynamicTemperatureRange: Float?
  /// The exponent of the normalised entropy in dynamic temperature.
  public var dynamicTemperatureExponent: Float?
  /// The number of most likely tokens that top-k keeps; 0 for all.
  public var topK: Int?
  /// The cumulative probability of the most likely tokens that top-p keeps; 1 for all.
  public var topP: Float?
  /// The minimum probability, relative to the highest, of tokens that min-p keeps; 0 for all.
  public var minP: Float?
  /// The cumulative probability of the most typical tokens that typical-p keeps; 1 for all.
  public var typicalP: Float?
  /// The maximum distance of logits from the highest, in standard deviations, in top-n-sigma; 0 for all.
  public var topNSigma: Float?
  /// The probability that XTC removes all likely tokens but the least likely of them, from 0 to 1.
  public var xtcProbability: Float?
  /// The minimum probability of tokens that XTC removes; 0.1 by default.
  public var xtcThreshold: Float?
  /// The repetition penalty: logits of recent tokens are divided by it if positive, multiplied if negative; 1 for none.
  public var repetitionPenalty: Float?
  /// The frequency penalty, subtracted from a token's logit for each recent occurrence.
  public var frequencyPenalty: Float?
  /// The presence penalty, subtracted from a token's logit if it occurred recently.
  public var presencePenalty: Float?
  /// The number of recent tokens that the penalties consider; 64 by default.
  public var penaltyWindow: Int?
  /// The DRY penalty of a token that would extend a repetition of the allowed length; 0 disables DRY.
  public var dryMultiplier: Float?
  /// The factor by which the DRY penalty grows with each further token of the repetition; 1.75 by default.
  public var dryBase: Float?
  /// The length of the shortest repetition that DRY penalises; 2 by default.
  public var dryAllowedLength: Int?
  /// The number of recent tokens that DRY searches for repetitions; all by default.
  public var dryWindow: Int?
  /// The sequence breakers of DRY; line ends, colons, quotes and asterisks by default.
  public var dryBreakers: [String]?
  /// True if Mirostat 2.0 replaces the truncating samplers.
  public var usesMirostat: Bool?
  /// The target entropy of Mirostat (τ), in bits a token; 5 by default.
  public var mirostatTau: Float?
  /// The learning rate of Mirostat (η); 0.1 by default.
  public var mirostatEta: Float?
  /// The biases added to the logits of tokens, by token id; −∞ bans a token.
  public var logitBias: [Int: Float]?
  /// The random seed, for reproducible output; a new one for each request by default.
  public var seed: UInt64?
  /// The maximum number of reasoning tokens of an answer, 0 for no reasoning; unlimited by default.
  ///
  /// When the budget is used up, the end-of-reasoning tag is inserted instead of the next token, and the model
  /// continues with the answer. It has no effect on models without reasoning tags.
  public var reasoningBudget: Int?
  /// The text inserted before the end-of-reasoning tag, which completes the reasoning; none by default.
  public var reasoningBudgetMessage: String?

  /// Creates options that are all unset.
  public init() {}
}

extension SamplingParameters {
  /// Applies the options that are set.
  public mutating func apply(_ options: SamplingOptions) {
    temperature = options.temperature ?? temperature
    topK = options.topK ?? topK
    topP = options.topP ?? topP
    minP = options.minP ?? minP
    typicalP = options.typicalP ?? typicalP
    topNSigma = options.topNSigma ?? topNSigma
    repetitionPenalty = options.repetitionPenalty ?? repetitionPenalty
    frequencyPenalty = options.frequencyPenalty ?? frequencyPenalty
    presencePenalty = options.presencePenalty ?? presencePenalty
    penaltyWindow = options.penaltyWindow ?? penaltyWindow
    logitBias = options.logitBias ?? logitBias
    seed = options.seed ?? seed
    applyOptionalSamplers(options)
  }

  /// Applies the options of samplers that are off by default; their secondary parameters do not enable them.
  private mutating func applyOptionalSamplers(_ options: SamplingOptions) {
    var dynamic = dynamicTemperature ?? DynamicTemperature(range: 0)
    dynamic.range = options.dynamicTemperatureRange ?? dynamic.range
    dynamic.exponent = options.dynamicTemperatureExponent ?? dynamic.exponent
    dynamicTemperature = dynamic == DynamicTemperature(range: 0) ? nil : dynamic

    var xtc = xtc ?? XTC(probability: 0)
    xtc.probability = options.xtcProbability ?? xtc.probability
    xtc.threshold = options.xtcThreshold ?? xtc.threshold
    self.xtc = xtc == XTC(probability: 0) ? nil : xtc

    var dry = dry ?? DRY(multiplier: 0)
    dry.multiplier = options.dryMultiplier ?? dry.multiplier
    dry.base = options.dryBase ?? dry.base
    dry.allowedLength = options.dryAllowedLength ?? dry.allowedLength
    dry.window = options.dryWindow ?? dry.window
    dry.breakers = options.dryBreakers ?? dry.breakers
    self.dry = dry == DRY(multiplier: 0) ? nil : dry

    if let uses = options.usesMirostat { mirostat = uses ? mirostat ?? Mirostat() : nil }
    if let tau = options.mirostatTau { mirostat?.tau = tau }
    if let eta = options.mirostatEta { mirostat?.eta = eta }
  }
}
