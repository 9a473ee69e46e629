/// What somebody says about the choice of tokens, leaving the rest open: a model's file, a user, a program.
public struct SamplingOverrides: Sendable, Hashable {
  /// See ``SamplingParameters/temperature``.
  public var temperature: Float?
  /// See ``SamplingParameters/DynamicTemperature/range``.
  public var dynamicTemperatureRange: Float?
  /// See ``SamplingParameters/DynamicTemperature/exponent``.
  public var dynamicTemperatureExponent: Float?
  /// See ``SamplingParameters/topK``.
  public var topK: Int?
  /// See ``SamplingParameters/topP``.
  public var topP: Float?
  /// See ``SamplingParameters/minP``.
  public var minP: Float?
  /// See ``SamplingParameters/typicalP``.
  public var typicalP: Float?
  /// See ``SamplingParameters/topNSigma``.
  public var topNSigma: Float?
  /// See ``SamplingParameters/XTC/probability``.
  public var xtcProbability: Float?
  /// See ``SamplingParameters/XTC/threshold``.
  public var xtcThreshold: Float?
  /// See ``SamplingParameters/repetitionPenalty``.
  public var repetitionPenalty: Float?
  /// See ``SamplingParameters/frequencyPenalty``.
  public var frequencyPenalty: Float?
  /// See ``SamplingParameters/presencePenalty``.
  public var presencePenalty: Float?
  /// See ``SamplingParameters/penaltyWindow``.
  public var penaltyWindow: Int?
  /// See ``SamplingParameters/DRY/multiplier``.
  public var dryMultiplier: Float?
  /// See ``SamplingParameters/DRY/base``.
  public var dryBase: Float?
  /// See ``SamplingParameters/DRY/allowedLength``.
  public var dryAllowedLength: Int?
  /// See ``SamplingParameters/DRY/window``.
  public var dryWindow: Int?
  /// See ``SamplingParameters/DRY/breakers``.
  public var dryBreakers: [String]?
  /// Whether ``SamplingParameters/mirostat`` is on.
  public var usesMirostat: Bool?
  /// See ``SamplingParameters/Mirostat/tau``.
  public var mirostatTau: Float?
  /// See ``SamplingParameters/Mirostat/eta``.
  public var mirostatEta: Float?
  /// See ``SamplingParameters/logitBias``.
  public var logitBias: [Int: Float]?
  /// See ``SamplingParameters/seed``.
  public var seed: UInt64?

  /// Creates overrides that say nothing.
  public init() {}
}

extension SamplingParameters {
  /// Takes over what is said.
  public mutating func apply(_ overrides: SamplingOverrides) {
    temperature = overrides.temperature ?? temperature
    topK = overrides.topK ?? topK
    topP = overrides.topP ?? topP
    minP = overrides.minP ?? minP
    typicalP = overrides.typicalP ?? typicalP
    topNSigma = overrides.topNSigma ?? topNSigma
    repetitionPenalty = overrides.repetitionPenalty ?? repetitionPenalty
    frequencyPenalty = overrides.frequencyPenalty ?? frequencyPenalty
    presencePenalty = overrides.presencePenalty ?? presencePenalty
    penaltyWindow = overrides.penaltyWindow ?? penaltyWindow
    logitBias = overrides.logitBias ?? logitBias
    seed = overrides.seed ?? seed
    applySteps(overrides)
  }

  /// Takes over what is said about steps that are off by default: a number that belongs to one does not switch it on.
  private mutating func applySteps(_ overrides: SamplingOverrides) {
    var dynamic = dynamicTemperature ?? DynamicTemperature(range: 0)
    dynamic.range = overrides.dynamicTemperatureRange ?? dynamic.range
    dynamic.exponent = overrides.dynamicTemperatureExponent ?? dynamic.exponent
    dynamicTemperature = dynamic == DynamicTemperature(range: 0) ? nil : dynamic

    var xtc = xtc ?? XTC(probability: 0)
    xtc.probability = overrides.xtcProbability ?? xtc.probability
    xtc.threshold = overrides.xtcThreshold ?? xtc.threshold
    self.xtc = xtc == XTC(probability: 0) ? nil : xtc

    var dry = dry ?? DRY(multiplier: 0)
    dry.multiplier = overrides.dryMultiplier ?? dry.multiplier
    dry.base = overrides.dryBase ?? dry.base
    dry.allowedLength = overrides.dryAllowedLength ?? dry.allowedLength
    dry.window = overrides.dryWindow ?? dry.window
    dry.breakers = overrides.dryBreakers ?? dry.breakers
    self.dry = dry == DRY(multiplier: 0) ? nil : dry

    if let uses = overrides.usesMirostat { mirostat = uses ? mirostat ?? Mirostat() : nil }
    if let tau = overrides.mirostatTau { mirostat?.tau = tau }
    if let eta = overrides.mirostatEta { mirostat?.eta = eta }
  }
}
