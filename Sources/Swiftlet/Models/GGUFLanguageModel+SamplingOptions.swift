@_exported public import struct SwiftletInference.SamplingOptions

extension GGUFLanguageModel {
  /// Settings of the sampler chain, beyond what ``GenerationOptions`` can say: <doc:Sampling>.
  ///
  /// What is `nil` is as the model's file recommends (`general.sampling.*`), or else as ``GGUFLanguageModel`` has it. The
  /// options of a request come before these: a sampling mode replaces all bounds on what may be chosen, and leaves what
  /// works against repetition and the bias as they are.
  ///
  /// The steps are those of llama.cpp, in its order: bias, penalties, DRY, top-n-sigma, top-k, typical-p, top-p, min-p,
  /// XTC, temperature.
  public typealias SamplingOptions = SwiftletInference.SamplingOptions
}
