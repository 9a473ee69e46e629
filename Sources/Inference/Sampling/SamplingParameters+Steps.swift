extension SamplingParameters {
  /// Dynamic temperature: varies between two bounds with the entropy of the candidates.
  ///
  ///     temperature = lower + (upper − lower) · (entropy / maximum entropy) ^ exponent
  public struct DynamicTemperature: SamplerStep {
    static let off = Self(range: 0)

    /// The distance of the bounds from ``SamplingParameters/temperature``; the lower bound is at least 0.
    public var range: Float
    /// The exponent of the normalised entropy.
    public var exponent: Float

    /// Creates a range of temperatures.
    public init(range: Float, exponent: Float = 1) { (self.range, self.exponent) = (range, exponent) }
  }

  /// XTC ("exclude top choices"): removes all tokens above a probability, except the least likely of them.
  ///
  /// Source: the proposal of its author (p-e-w), pull request 6335 of text-generation-webui, 2024.
  public struct XTC: SamplerStep {
    static let off = Self(probability: 0)

    /// The probability that the sampler is applied, from 0 to 1.
    public var probability: Float
    /// The minimum probability of tokens that are removed; above 0.5 none is.
    public var threshold: Float

    /// Creates a sampler that is applied with some probability.
    public init(probability: Float, threshold: Float = 0.1) {
      (self.probability, self.threshold) = (probability, threshold)
    }
  }

  /// Mirostat 2.0: removes tokens above a surprisal limit, which is adjusted to reach a target entropy.
  ///
  /// Source: Basu et al., "Mirostat: A Neural Text Decoding Algorithm that Directly Controls Perplexity", 2021.
  public struct Mirostat: SamplerStep {
    static let off = Self()

    /// The target entropy, in bits a token.
    public var tau: Float
    /// The learning rate of the limit.
    public var eta: Float

    /// Creates a sampler with a target entropy.
    public init(tau: Float = 5, eta: Float = 0.1) { (self.tau, self.eta) = (tau, eta) }
  }

  /// DRY ("don't repeat yourself"): penalises tokens that would extend a repetition of earlier text.
  ///
  /// The logit of a token that would extend a repetition of n tokens is reduced by multiplier · base ^ (n −
  /// allowedLength), if n is at least the allowed length.
  ///
  /// Source: the proposal of its author (p-e-w), pull request 5677 of text-generation-webui, 2024.
  public struct DRY: SamplerStep {
    static let off = Self(multiplier: 0)

    /// The penalty at the allowed length; 0 for none.
    public var multiplier: Float
    /// The factor by which the penalty grows with each further token; below 1 there is no penalty.
    public var base: Float
    /// The length of the shortest repetition that is penalised.
    public var allowedLength: Int
    /// The number of recent tokens that are searched.
    public var window: Int
    /// The sequence breakers: texts that interrupt repetitions, such as those between list items or speakers.
    public var breakers: [String]

    /// Creates a sampler; the defaults besides the multiplier are llama.cpp's.
    public init(
      multiplier: Float, base: Float = 1.75, allowedLength: Int = 2, window: Int = .max,
      breakers: [String] = ["\n", ":", "\"", "*"]
    ) {
      self.multiplier = multiplier
      self.base = base
      self.allowedLength = allowedLength
      self.window = window
      self.breakers = breakers
    }

    var isActive: Bool { multiplier != 0 && base >= 1 && window > 0 }
  }
}
