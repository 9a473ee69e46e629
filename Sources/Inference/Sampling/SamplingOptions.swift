// A sampler is described here: its options, the parameters that they become, and their rows of the table.

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
  ///
  /// Source: Holtzman et al., "The Curious Case of Neural Text Degeneration", 2020.
  public var topP: Float?
  /// The minimum probability, relative to the highest, of tokens that min-p keeps; 0 for all.
  ///
  /// Source: Nguyen et al., "Turning Up the Heat: Min-p Sampling", 2024.
  public var minP: Float?
  /// The cumulative probability of the most typical tokens that typical-p keeps; 1 for all.
  ///
  /// Source: Meister et al., "Locally Typical Sampling", 2023.
  public var typicalP: Float?
  /// The maximum distance of logits from the highest, in standard deviations, in top-n-sigma; 0 for all.
  ///
  /// Source: Tang et al., "Top-nσ: Not All Logits Are You Need", 2024.
  public var topNSigma: Float?
  /// The probability that XTC removes all likely tokens but the least likely of them, from 0 to 1.
  public var xtcProbability: Float?
  /// The minimum probability of tokens that XTC removes; 0.1 by default.
  public var xtcThreshold: Float?
  /// The repetition penalty: logits of recent tokens are divided by it if positive, multiplied if negative; 1 for none.
  ///
  /// Source: Keskar et al., "CTRL: A Conditional Transformer Language Model", 2019.
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

/// The parameters of the sampler chain: all ``SamplingOptions`` that it has, with the values of those that are not set.
///
/// The samplers run in the order of llama.cpp's: logit bias, penalties, DRY, top-n-sigma, top-k, typical-p, top-p,
/// min-p, XTC, temperature, draw. Each works on the output of the one before. Mirostat, if it is enabled,
/// replaces everything but logit bias, temperature and draw.
public struct SamplingParameters: Sendable, Hashable {
  /// The sampling temperature; 0 selects the most likely token, whatever else is set.
  public var temperature: Float
  /// The number of most likely tokens that top-k keeps; 0 for all.
  public var topK: Int
  /// The cumulative probability that top-p keeps; 1 for all.
  public var topP: Float
  /// The minimum probability, relative to the highest, that min-p keeps; 0 for all.
  public var minP: Float
  /// The cumulative probability that typical-p keeps; 1 for all.
  public var typicalP: Float
  /// The maximum distance of logits in top-n-sigma, in standard deviations of all logits; 0 for all.
  public var topNSigma: Float
  /// The repetition penalty; 1 for none.
  public var repetitionPenalty: Float
  /// The frequency penalty.
  public var frequencyPenalty: Float
  /// The presence penalty.
  public var presencePenalty: Float
  /// The number of recent tokens, those of the prompt included, that the penalties consider.
  public var penaltyWindow: Int
  /// The biases added to the logits of tokens, by token id; −∞ bans a token.
  public var logitBias: [Int: Float] = [:]
  /// The random seed, for reproducible output; nil for a new one each time.
  public var seed: UInt64?
  /// The parameters of dynamic temperature, which follows the entropy; nil for a fixed temperature.
  public var dynamicTemperature: DynamicTemperature?
  /// The parameters of XTC; nil to disable it.
  public var xtc: XTC?
  /// The parameters of DRY; nil to disable it.
  public var dry: DRY?
  /// The parameters of Mirostat 2.0; nil to disable it.
  public var mirostat: Mirostat?

  /// Creates parameters; the defaults are llama.cpp's.
  public init(
    temperature: Float = 0.8, topK: Int = 40, topP: Float = 0.95, minP: Float = 0.05, typicalP: Float = 1,
    topNSigma: Float = 0, repetitionPenalty: Float = 1, frequencyPenalty: Float = 0, presencePenalty: Float = 0,
    penaltyWindow: Int = 64, seed: UInt64? = nil
  ) {
    (self.temperature, self.topK, self.topP, self.minP) = (temperature, topK, topP, minP)
    (self.typicalP, self.topNSigma, self.repetitionPenalty) = (typicalP, topNSigma, repetitionPenalty)
    (self.frequencyPenalty, self.presencePenalty) = (frequencyPenalty, presencePenalty)
    (self.penaltyWindow, self.seed) = (penaltyWindow, seed)
  }
}

extension SamplingSetting {
  /// All settings, in the order of help texts.
  public static let all: [SamplingSetting] = [
    Self(
      name: "temperature", flag: "--temperature", alias: "--temp", placeholder: "T", key: "temp",
      role: .step(["temperature", "temp"]), valueKind: .number(Field(\.temperature, \.temperature), 0...100),
      help: "sampling temperature, 0 for greedy"),
    Self(
      name: "dynatemp_range", flag: "--dynatemp-range", placeholder: "R", role: .step([]),
      valueKind: .number(Field(\.dynamicTemperatureRange, \.dynamicTemperature.orOff.range), 0...100),
      help: "dynamic temperature: vary the temperature by up to R with the entropy"),
    Self(
      name: "dynatemp_exponent", flag: "--dynatemp-exp", placeholder: "E",
      valueKind: .number(Field(\.dynamicTemperatureExponent, \.dynamicTemperature.orOff.exponent), 0...100),
      help: "dynamic temperature: exponent of the normalized entropy"),
    Self(
      name: "top_k", flag: "--top-k", placeholder: "K", key: "top_k", role: .truncation(["top_k", "top-k"]),
      valueKind: .count(Field(\.topK, \.topK), 0...maximumCount),
      help: "top-k sampling: keep the K most likely tokens, 0 for all"),
    Self(
      name: "top_p", flag: "--top-p", placeholder: "P", key: "top_p", role: .truncation(["top_p", "top-p", "nucleus"]),
      valueKind: .number(Field(\.topP, \.topP), 0...1),
      help: "top-p sampling: keep the most likely tokens that sum up to P"),
    Self(
      name: "min_p", flag: "--min-p", placeholder: "P", key: "min_p", role: .truncation(["min_p", "min-p"]),
      valueKind: .number(Field(\.minP, \.minP), 0...1),
      help: "min-p sampling: drop tokens less likely than P times the most likely one"),
    Self(
      name: "typical_p", flag: "--typical", alias: "--typical-p", placeholder: "P", role: .truncation([]),
      valueKind: .number(Field(\.typicalP, \.typicalP), 0...1),
      help: "locally typical sampling: keep the most typical tokens that sum up to P"),
    Self(
      name: "top_n_sigma", flag: "--top-nsigma", alias: "--top-n-sigma", placeholder: "N", role: .truncation([]),
      valueKind: .number(Field(\.topNSigma, \.topNSigma), -1...1000),
      help: "drop logits more than N standard deviations below the highest"),
    Self(
      name: "xtc_probability", flag: "--xtc-probability", placeholder: "P", key: "xtc_probability",
      role: .truncation(["xtc"]), valueKind: .number(Field(\.xtcProbability, \.xtc.orOff.probability), 0...1),
      help: "XTC: probability of dropping the most likely tokens"),
    Self(
      name: "xtc_threshold", flag: "--xtc-threshold", placeholder: "P", key: "xtc_threshold",
      valueKind: .number(Field(\.xtcThreshold, \.xtc.orOff.threshold), 0...1),
      help: "XTC: drop tokens at least this likely, except the least likely of them"),
    Self(
      name: "repetition_penalty", flag: "--repetition-penalty", alias: "--repeat-penalty", placeholder: "R",
      key: "penalty_repeat", role: .step(["penalties"]),
      valueKind: .number(Field(\.repetitionPenalty, \.repetitionPenalty), 0.01...100),
      help: "repetition penalty for recent tokens"),
    Self(
      name: "frequency_penalty", flag: "--frequency-penalty", placeholder: "R", role: .step(["penalties"]),
      valueKind: .number(Field(\.frequencyPenalty, \.frequencyPenalty), -100...100),
      help: "penalty for each occurrence of a recent token"),
    Self(
      name: "presence_penalty", flag: "--presence-penalty", placeholder: "R", role: .step(["penalties"]),
      valueKind: .number(Field(\.presencePenalty, \.presencePenalty), -100...100),
      help: "penalty for recent tokens, however often they occurred"),
    Self(
      name: "repeat_last_n", flag: "--repeat-last-n", placeholder: "N", key: "penalty_last_n",
      valueKind: .window(Field(\.penaltyWindow, \.penaltyWindow)),
      help: "last N tokens that the penalties consider, -1 for all"),
    Self(
      name: "dry_multiplier", flag: "--dry-multiplier", placeholder: "M", role: .step([]),
      valueKind: .number(Field(\.dryMultiplier, \.dry.orOff.multiplier), 0...100),
      help: "DRY: multiplier of the penalty on tokens that extend a repetition"),
    Self(
      name: "dry_base", flag: "--dry-base", placeholder: "B",
      valueKind: .number(Field(\.dryBase, \.dry.orOff.base), 0...100),
      help: "DRY: base of the penalty, raised to the excess length of the repetition"),
    Self(
      name: "dry_allowed_length", flag: "--dry-allowed-length", placeholder: "N",
      valueKind: .count(Field(\.dryAllowedLength, \.dry.orOff.allowedLength), 0...maximumCount),
      help: "DRY: shortest repetition that is penalized"),
    Self(
      name: "dry_penalty_last_n", flag: "--dry-penalty-last-n", placeholder: "N",
      valueKind: .window(Field(\.dryWindow, \.dry.orOff.window)),
      help: "DRY: last N tokens that are scanned for repetitions, -1 for all"),
    Self(
      name: "dry_sequence_breakers", flag: "--dry-sequence-breaker", placeholder: "S",
      valueKind: .texts(Field(\.dryBreakers, \.dry.orOff.breakers)),
      help: "DRY: text that interrupts repetitions, none for no breakers; may be given several times"),
    Self(
      name: "mirostat", flag: "--mirostat", placeholder: "V", key: "mirostat", role: .truncation([]),
      valueKind: .mirostat(Field(\.usesMirostat, \.usesMirostat)),
      help: "2 for Mirostat 2.0 instead of the samplers above, 0 to disable"),
    Self(
      name: "mirostat_tau", flag: "--mirostat-ent", placeholder: "T", key: "mirostat_tau",
      valueKind: .number(Field(\.mirostatTau, \.mirostat.ifOn.tau), 0...100),
      help: "Mirostat: target entropy (tau), in bits per token"),
    Self(
      name: "mirostat_eta", flag: "--mirostat-lr", placeholder: "E", key: "mirostat_eta",
      valueKind: .number(Field(\.mirostatEta, \.mirostat.ifOn.eta), 0...1),
      help: "Mirostat: learning rate (eta)"),
    Self(
      name: "logit_bias", flag: "--logit-bias", placeholder: "ID+B", valueKind: .bias(Field(\.logitBias, \.logitBias)),
      help: "add B to the logit of token ID, or subtract it with ID-B; may be given several times"),
    Self(
      name: "seed", flag: "--seed", alias: "-s", placeholder: "N", valueKind: .seed,
      help: "random seed, for reproducible output; -1 for a new one each time"),
    Self(name: "greedy", flag: "--greedy", valueKind: .greedy, help: "greedy decoding: always the most likely token"),
    Self(
      name: "reasoning_budget", flag: "--reasoning-budget", placeholder: "N",
      valueKind: .count(Field(option: \.reasoningBudget, parameter: nil), -1...maximumCount),
      help: "end the reasoning after N tokens, -1 for no limit"),
    Self(
      name: "reasoning_budget_message", flag: "--reasoning-budget-message", placeholder: "TEXT",
      valueKind: .text(Field(option: \.reasoningBudgetMessage, parameter: nil)),
      help: "text to insert before the end-of-reasoning tag when the budget is used up"),
  ]
}
