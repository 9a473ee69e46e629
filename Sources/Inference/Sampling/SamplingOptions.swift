/// What somebody says about the choice of tokens, leaving the rest open: a model's file, a user, a program.
///
/// ``SamplingSetting`` has for each of them the names and the range.
public struct SamplingOptions: Sendable, Hashable {
  /// What logits are divided by before the draw; 0 takes the most likely token.
  public var temperature: Float?
  /// How far the temperature goes below and above its value, by how uncertain the choice is; 0 for not at all.
  public var dynamicTemperatureRange: Float?
  /// How the temperature grows with the uncertainty.
  public var dynamicTemperatureExponent: Float?
  /// How many of the most likely tokens stay; 0 for all.
  public var topK: Int?
  /// The most likely tokens stay until their probabilities reach this sum; 1 for all.
  public var topP: Float?
  /// Tokens stay whose probability is at least this part of the highest; 0 for all.
  public var minP: Float?
  /// The tokens whose surprise is nearest to the expected one stay until their probabilities exceed this; 1 for all.
  public var typicalP: Float?
  /// Tokens stay whose logit is at most so many standard deviations below the highest; 0 for all.
  public var topNSigma: Float?
  /// How often all likely tokens but the least likely of them are left out, from 0 to 1.
  public var xtcProbability: Float?
  /// The probability from which on a token is likely in this sense; 0.1 if nothing else is said.
  public var xtcThreshold: Float?
  /// Logits of recent tokens are divided by it where positive and multiplied where negative; 1 for none.
  public var repetitionPenalty: Float?
  /// What is taken off a token's logit for each time that it occurred recently.
  public var frequencyPenalty: Float?
  /// What is taken off a token's logit if it occurred recently.
  public var presencePenalty: Float?
  /// How many tokens are recent for the penalties; 64 if nothing else is said.
  public var penaltyWindow: Int?
  /// What a token loses that would go on with a repetition of the shortest length; 0 for nothing.
  public var dryMultiplier: Float?
  /// What that loss grows by with each further token of the repetition; 1.75 if nothing else is said.
  public var dryBase: Float?
  /// The shortest length of a repetition; 2 if nothing else is said.
  public var dryAllowedLength: Int?
  /// How many tokens are looked at for repetitions; all if nothing else is said.
  public var dryWindow: Int?
  /// Texts that no repetition reaches across; line ends, colons, quotes and asterisks if nothing else is said.
  public var dryBreakers: [String]?
  /// Whether the surprise of the text is steered by Mirostat, version 2, instead of bounding the choice.
  public var usesMirostat: Bool?
  /// The surprise that Mirostat aims at, in bits a token; 5 if nothing else is said.
  public var mirostatTau: Float?
  /// How fast Mirostat corrects; 0.1 if nothing else is said.
  public var mirostatEta: Float?
  /// What is added to the logits of tokens, by their ids; −∞ rules a token out.
  public var logitBias: [Int: Float]?
  /// The seed of the draws; a new one each time if nothing else is said.
  public var seed: UInt64?
  /// How many tokens of an answer may be thoughts, 0 for none; as many as the model likes if nothing else is said.
  ///
  /// When there have been so many, the model's mark for the end of thoughts is put in the place of its next token, and
  /// it goes on with the answer. Models that do not mark thoughts have none to count.
  public var reasoningBudget: Int?
  /// What is put before that mark, so that thoughts do not end within a sentence; nothing if nothing else is said.
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
