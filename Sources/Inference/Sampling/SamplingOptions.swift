/// Settings of the sampler chain, each of which may be left open: those of a model's file, a user, a program.
///
/// ``SamplingSetting`` has for each of them the names and the range.
public struct SamplingOptions: Sendable, Hashable {
  /// The temperature, by which logits are divided before the draw; 0 takes the most likely token.
  public var temperature: Float?
  /// The range by which the temperature goes below and above its value with the entropy; 0 for none.
  public var dynamicTemperatureRange: Float?
  /// The exponent with which the temperature grows with the entropy.
  public var dynamicTemperatureExponent: Float?
  /// The number of most likely tokens that stay; 0 for all.
  public var topK: Int?
  /// The most likely tokens stay until their probabilities reach this sum; 1 for all.
  public var topP: Float?
  /// Tokens stay whose probability is at least this part of the highest; 0 for all.
  public var minP: Float?
  /// The tokens whose surprise is nearest to the expected one stay until their probabilities exceed this; 1 for all.
  public var typicalP: Float?
  /// Tokens stay whose logit is at most so many standard deviations below the highest; 0 for all.
  public var topNSigma: Float?
  /// The probability of XTC, which leaves out all likely tokens but the least likely of them, from 0 to 1.
  public var xtcProbability: Float?
  /// The probability from which on a token is likely in this sense; 0.1 if nothing else is said.
  public var xtcThreshold: Float?
  /// Logits of recent tokens are divided by it where positive and multiplied where negative; 1 for none.
  public var repetitionPenalty: Float?
  /// The frequency penalty: taken off a token's logit for each time that it occurred recently.
  public var frequencyPenalty: Float?
  /// The presence penalty: taken off a token's logit if it occurred recently.
  public var presencePenalty: Float?
  /// The number of recent tokens that penalties look at; 64 if nothing else is said.
  public var penaltyWindow: Int?
  /// The penalty of DRY for a token that would go on with a repetition of the shortest length; 0 for none.
  public var dryMultiplier: Float?
  /// The base by which that penalty grows with each further token of the repetition; 1.75 if nothing else is said.
  public var dryBase: Float?
  /// The shortest length of a repetition; 2 if nothing else is said.
  public var dryAllowedLength: Int?
  /// The number of tokens that DRY looks at for repetitions; all if nothing else is said.
  public var dryWindow: Int?
  /// Texts that no repetition reaches across; line ends, colons, quotes and asterisks if nothing else is said.
  public var dryBreakers: [String]?
  /// True for Mirostat, version 2, which steers the surprise of the text instead of bounding the choice.
  public var usesMirostat: Bool?
  /// The surprise that Mirostat aims at, in bits a token; 5 if nothing else is said.
  public var mirostatTau: Float?
  /// The learning rate of Mirostat; 0.1 if nothing else is said.
  public var mirostatEta: Float?
  /// Biases added to the logits of tokens, by their ids; −∞ rules a token out.
  public var logitBias: [Int: Float]?
  /// The seed of the draws; a new one each time if nothing else is said.
  public var seed: UInt64?
  /// The number of tokens of an answer that may be thoughts, 0 for none; any number if nothing else is said.
  ///
  /// When there have been so many, the model's mark for the end of thoughts is put in the place of its next token, and
  /// it goes on with the answer. Models that do not mark thoughts have none to count.
  public var reasoningBudget: Int?
  /// A text before that mark, so that thoughts do not end within a sentence; none if nothing else is said.
  public var reasoningBudgetMessage: String?

  /// Creates options that leave everything as it is.
  public init() {}
}

extension SamplingParameters {
  /// Takes over what is said.
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
    applySteps(options)
  }

  /// Takes over what is said about steps that are off by default: a number that belongs to one does not switch it on.
  private mutating func applySteps(_ options: SamplingOptions) {
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
