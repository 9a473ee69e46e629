extension SamplingParameters {
  /// Greedy decoding: always the most likely token.
  public static var greedy: Self { Self(temperature: 0, topK: 0, topP: 1, minP: 0) }

  /// The defaults of models whose file recommends no others: temperature 0.7, top-k 40, top-p 0.95.
  public static var standard: Self { Self(temperature: 0.7, topK: 40, topP: 0.95, minP: 0) }

  /// The parameters with which all samplers are disabled.
  static let neutral = Self(temperature: 1, topK: 0, topP: 1, minP: 0)

  /// Applies the options that are set.
  public mutating func apply(_ options: SamplingOptions) {
    for setting in SamplingSetting.all { setting.valueKind.field?.apply(options, to: &self) }
    seed = options.seed ?? seed
  }

  /// Disables all samplers that remove candidates, for requests that choose one of their own.
  public mutating func disableTruncation() {
    var options = SamplingOptions()
    for setting in SamplingSetting.all {
      if case .truncation = setting.role { setting.valueKind.field?.disable(in: &options) }
    }
    apply(options)
  }

  var usesMirostat: Bool {
    get { mirostat != nil }
    set { mirostat = newValue ? mirostat ?? Mirostat() : nil }
  }

  var hasPenalties: Bool {
    penaltyWindow > 0 && (repetitionPenalty != 1 || frequencyPenalty != 0 || presencePenalty != 0)
  }
}

/// The parameters of a sampler that is off by default.
protocol SamplerStep: Sendable, Hashable {
  /// The parameters with which it is off.
  static var off: Self { get }
}

extension Optional where Wrapped: SamplerStep {
  /// The parameters, whose secondary ones do not enable the sampler.
  var orOff: Wrapped {
    get { self ?? .off }
    set { self = newValue == .off ? nil : newValue }
  }

  /// The parameters, which are changed only if the sampler is on.
  var ifOn: Wrapped {
    get { self ?? .off }
    set { if self != nil { self = newValue } }
  }
}
