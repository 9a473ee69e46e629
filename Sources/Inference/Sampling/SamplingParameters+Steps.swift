extension SamplingParameters {
  /// A temperature between two bounds: the lower one for a sure choice, the upper one for a choice among equals.
  ///
  ///     temperature = lower + (upper − lower) · (entropy / greatest possible entropy) ^ exponent
  public struct DynamicTemperature: Sendable, Hashable {
    /// How far the bounds lie below and above ``SamplingParameters/temperature``; 0 is the lowest bound.
    public var range: Float
    /// How the temperature grows with the entropy.
    public var exponent: Float

    /// Creates a range of temperatures.
    public init(range: Float, exponent: Float = 1) { (self.range, self.exponent) = (range, exponent) }
  }

  /// "Exclude top choices": leaves out all tokens that are likely enough to be sensible, except the least likely one.
  ///
  /// Source: the proposal of its author (p-e-w), pull request 6335 of text-generation-webui, 2024.
  public struct XTC: Sendable, Hashable {
    /// How often that is done, from 0 to 1.
    public var probability: Float
    /// The probability from which on a token is likely enough; above 0.5 nothing is left out.
    public var threshold: Float

    /// Creates a step that is done with some probability.
    public init(probability: Float, threshold: Float = 0.1) {
      (self.probability, self.threshold) = (probability, threshold)
    }
  }

  /// Mirostat, version 2: leaves out tokens that surprise more than a bound, which follows the surprise of the text.
  ///
  /// Source: Basu et al., "Mirostat: A Neural Text Decoding Algorithm that Directly Controls Perplexity", 2021.
  public struct Mirostat: Sendable, Hashable {
    /// The surprise that the text should have on average, in bits a token.
    public var tau: Float
    /// How fast the bound follows.
    public var eta: Float

    /// Creates a target.
    public init(tau: Float = 5, eta: Float = 0.1) { (self.tau, self.eta) = (tau, eta) }
  }

  /// "Don't repeat yourself": makes tokens less likely that would go on with a repetition of earlier text.
  ///
  /// A token that would extend a repeated passage of n tokens loses multiplier · base ^ (n − allowedLength), if n is at
  /// least the allowed length.
  ///
  /// Source: the proposal of its author (p-e-w), pull request 5677 of text-generation-webui, 2024.
  public struct DRY: Sendable, Hashable {
    /// The loss at the allowed length; 0 for none.
    public var multiplier: Float
    /// What the loss grows by with each further token; below 1 there is none.
    public var base: Float
    /// The length of the shortest passage whose continuation loses anything.
    public var allowedLength: Int
    /// How many of the last tokens are looked at.
    public var window: Int
    /// Texts that no repetition reaches across, such as those between list items and speakers.
    public var breakers: [String]

    /// Creates a step; the defaults besides the multiplier are llama.cpp's.
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
