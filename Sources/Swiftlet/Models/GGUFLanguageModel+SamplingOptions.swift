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
