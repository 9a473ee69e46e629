public import SwiftletInference
@_exported public import struct SwiftletInference.SamplingOptions

extension GGUFLanguageModel {
  /// Settings of the sampler chain beyond ``GenerationOptions``: <doc:Sampling>.
  ///
  /// A value of `nil` selects the recommendation of the model's file (`general.sampling.*`), or else the default of
  /// ``GGUFLanguageModel``. The options of a request take precedence: a sampling mode replaces all truncation samplers
  /// and leaves the repetition penalties and the logit bias unchanged.
  ///
  /// The chain is that of llama.cpp: logit bias, penalties, DRY, top-n-sigma, top-k, typical-p, top-p, min-p, XTC,
  /// temperature.
  public typealias SamplingOptions = SwiftletInference.SamplingOptions
}

extension SamplingParameters {
  /// Creates the parameters of a request's options; values that are not set come from the defaults.
  init(_ options: GenerationOptions, over defaults: SamplingParameters = .standard) {
    self = defaults
    if let temperature = options.temperature {
      // Negative values and NaN select greedy decoding.
      self.temperature = temperature > 0 ? Float(temperature) : 0
    }
    guard let kind = options.samplingMode?.kind else { return }
    disableTruncation()
    switch kind {
    case .greedy: (temperature, dynamicTemperature) = (0, nil)
    case .randomTopK(let count, let seed):
      // 0 would disable top-k.
      (topK, self.seed) = (max(1, count), seed ?? self.seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      (topP, self.seed) = (threshold >= 0 ? Float(min(1, threshold)) : 0, seed ?? self.seed)
    }
  }
}
